"""Frequent given names, by which `Family, Given` differs from `Given Family`, and names differ from other words.

The table was counted in the authors of real papers.  Each name is that of at least three authors and is rare in titles.
As a given name it is at least three times as frequent as it is as a family name.
"""

from __future__ import annotations

import unicodedata

_TABLE = """
    aaditya aakash aaron aayush abdulkadir abdullah abdulrahman abhay abhijeet abhimanyu abhinav abhishek abigail abir
    abolfazl adam adarsh adel adithya aditi aditya adria adrian adriana adrien ahmet aida aidan aishwarya ajay akash
    akhil akihiro akiko akinori akshat akshay alaa alain alan alasdair albert alberto aldo alec alejandro aleksandar
    aleksandr aleksandra aleksei alessandro alessio alex alexander alexandra alexandre alexandros alexandru alexei
    alexey alexis ali alice alicia alina alireza alison alistair allan allison alon alper alvaro alvin alyssa aman
    amanda amber ambuj amelia ameya amil amine amir amirhossein amirreza amit ammar amr amrit amrita amy ana ananda
    anant ananth ananya anas anastasia anastasiia anastasios anders andi andong andras andre andrea andreas andrei
    andrej andres andrew andrey andy aneesh ang angel angela angeliki angelos anh aniket anil animesh anirban aniruddha
    anirudh anish anja ankit ankur anna anne annie anoop anqi ansh anshul anthony antoine anton antoni antonia antonin
    antonio antti anuj anurag aparna aram arash aravind aren ari arian ariel arijit arindam aritra arjun arman armand
    armin arnab arnaud arnav arne aron arpit artem arthur artur arun arushi arvind aryan asa asaf asher ashish ashkan
    ashley ashutosh ashwin assaf athanasios atharva atsushi attila atul aude audrey austin ava avery avi avinash aviv
    axel aya ayan aymeric ayush babak badr baichuan baiting bang baolin baoquan baptiste barbara barry bart bartlomiej
    bartosz bastian batuhan behrooz behzad beichen beining belinda ben benedikt benjamin benoit beomseok bernardo bernd
    bernhard bharat bhaskar bhavya bianca biao bilal bill bin binbin bing bingbing bingchen binghui bingqing bingxin
    bingyi bjoern blaise blake blazej boaz bob bocheng bofei bogdan bohan bolin bolun boris borja borui botao bowei
    bowen boxin boxuan boya boyan boyang boyi boyu boyuan bram brandon brendan brent brett brian bruce bruno bryan
    byron byung caleb callum calvin cameron carl carla carles carlos carolina caroline carsten catherine cedric cees
    celine cem cesar chaitanya chandan changlong changsheng changxin changyi changyu chanho chao chaofan chaojie chaoqi
    chaoqun chaoran chaoyang chaoyi chaoyue charles charlie charlotte chenbin chenchen chendi chenfei chengcheng
    chenghao chenghua chengkai chenglin chenglong chengming chengpeng chengqi chenguang chengwei chengxiang chengyi
    chengyu chengyue chengzhi chenhao chenhui chenkai chenlu chenrui chentao chenwei chenxi chenxin chenxu chenyan
    chenyang chenyi chenyu cheuk ching chinmay chirag chiyu chloe chong chongyang chongyi chongyu chris christian
    christina christine christof christoph christophe christopher christos chuan chuanhao chuhan chujie chunfeng
    chunhui chunlin chunwei chunyang chunyu chuyang cindy claas claire clara clare clarissa claudia claudio clayton
    clemens clement cody colin collin connor conor constantin corentin corey corinna cornelius cory cristian cristina
    cuong cynthia cyril cyrus dacheng dachuan daehyun daiki daisuke daksh damian damien dan dana dandan dane dani
    daniel daniela daniele danielle daniil danil danila danilo danni danny danyang dapeng daphne daria dario darren dat
    david davide dawei dawid dawn dayou declan deepak deming denis deniz dennis denys depeng deqing derek derui
    devendra devin devon deyu dezhi dheeraj dhruv dian diana diane diederik diego difan diksha dimitrios dimitris
    dinesh dingkang dingwen dipam dirk divya divyansh dmitrii dmitriy dmitry dominic dominik donald donato dongdong
    donghao dongho donghoon donghwan donghyun dongjie dongjin dongliang donglin dongmei dongmin dongming dongqi
    dongsheng dongsu dongwei dongwon dongxiao dongxu dongyang dongyoon dongyoung dongyu dor doron dragos drew duc dung
    duo dustin duy dylan edgar edith edoardo edouard eduard eduardo edward edwin efstratios ege egor ehsan eike eitan
    ekaterina ekin elad elaine eldar elena eleni eleonora elham eli elia elias elie eliot elisa elise elizabeth ellen
    ellie elliot elvis emanuel emanuele emile emiliano emilien emilio emily emir emma emmanouil emmanuel emre enric
    enrico enrique enze eoin eran erez erfan eric erica erik ernest erwan esteban esther ethan etienne eugene evan
    evangelos evelyn evgenii evgeny eyal ezra fabian fabien fabio fabrizio fahad fahim faisal fangchen fangcheng
    fangming fangwei fangxiao fangzhou fanqi farhad farzad fatemeh fatih federica federico fedor feifei feihu feilong
    feipeng feiran feiyang feiyu felipe felix fenglong fengwei fengyu fengyuan filip filippo firas flavio florence
    florent florian floris fnu forrest francesca francesco francis francisco franck francois frank franziska fred
    frederic frederick frederik fredrik fuli furong fuyuan gabriel gabriela gabriele gabrielle gal gang gaofeng gary
    gaspard gaurav gautam gautier gavin geoff geoffrey geon georg george georgia georgios gerald gerhard german giacomo
    gian gianluca gianluigi giannis gideon gil gilad gilles giorgia giorgio giorgos giovanni giulia giulio giuseppe
    gleb glenn gokul golnaz golnoosh goran govind grace graham grant greg gregoire gregor gregory grigory grzegorz
    guang guanghao guanghui guangming guangtao guangyan guangyao guangyi guangyu guangyuan guanhua guanlin guanyu guido
    guilherme guillaume guillermo gunnar guodong guofeng guohao guojun guoliang guoping guoqiang guoqing guorui
    guosheng gustavo guy hadar hadas hadi hadrien haggai hai haibin haibo haichao haichuan haifeng hailey hailiang
    hailin hailong haim haiming haipeng haiquan haitao haiteng haiwen haixu haiyan haiyang haiyi haiyu haiyun haizhao
    haizhou hamed hamid hamidreza hamza hanbin hanchen hancheng hang hangyu hanlin hannah hanqi hanqin hanqing hanrui
    hans hansheng hantao hanting hanwei hanwen hanxiao hany hanyang hanyu hanyuan hanzhang haobo haochen haocheng
    haodong haofei haofeng haohan haojian haojie haokun haolan haolin haomin haoming haonan haoqi haoran haoru haorui
    haosen haotian haotong haowei haowen haoxiang haoxin haoxing haoxuan haoyang haoye haoyi haoyu haoyuan haoyue haoze
    haozhe haris harish harley harry harsh harsha harshavardhan harshit hayden heather hector hee heiko helen heming
    hendrik hengrui hengyuan henrik henry heyang hideaki hieu hila himanshu hiroki hiroshi hiroyuki hisham hitesh hojun
    holger hongbin hongbo hongchao hongcheng honghao hongjun hongkai hongkun hongliang honglin honglong hongming hongru
    hongrui hongsheng hongtao hongtu hongwei hongxia hongxiang hongxin hongyan hongyang hongyao hongye hongyi hongyu
    hongyuan hongzhan hongzhi horst hossein huafeng huajun huan huanyu huawei huayang huayu hubert hugh hugo hui huibin
    huihui huijie huimin huiwen huiyang huiyu huiyuan hunter huy hyeongjin hyun hyung hyunseok hyunsoo hyunwoo ian idan
    ido ignacio igor ila ilan ilia ilker ilya inbal inbar ioannis ira irene irina iris iryna isaac isabel isabelle isao
    isha ishaan ishan ishita ismail itai itamar itay ivan ivana jacek jack jacob jacopo jacqueline jade jae jaeho
    jaehong jaehoon jaehyeon jaehyun jaemin jaeseok jaesik jaewoo jaewook jaeyoung jaime jake jakob jakub james jamie
    jan jana jane janis jannes jannik jannis jared jason jasper jatin javad javier jay jean jeff jeffrey jelena jenna
    jennifer jenny jens jeremiah jeremias jeremy jeroen jerome jerry jesper jesse jessica jesus jiabao jiabin jiachen
    jiacheng jiachun jiacong jiafei jiafeng jiageng jiahang jiahao jiahe jiaheng jiahua jiahuan jiahui jiaji jiajian
    jiajie jiajin jiajun jiale jiali jialiang jialin jialong jialu jiamin jiaming jiamu jian jianan jianbin jianbing
    jianbo jianchao jiancheng jianfei jianfeng jiangning jiangtao jianguo jianhao jianhong jianhua jianhui jiani
    jianing jianjun jianke jianlong jianmin jianming jiannan jianping jianqiao jianqing jiansheng jianshu jianting
    jianwei jianwen jianxin jianyi jianyu jianyuan jiaojiao jiaoyang jiapeng jiaqi jiarong jiaru jiarui jiasheng jiashi
    jiashun jiashuo jiatong jiawei jiawen jiaxi jiaxiang jiaxin jiaxing jiaxu jiaxuan jiayang jiayi jiayin jiaying
    jiayu jiayuan jiayue jiaze jiazheng jiazhi jie jiechao jieming jiewen jihao jihoon jihun jihwan jihye jikai jim
    jimin jimmy jinbin jinbo jincheng jindong jingbo jingcheng jingdong jingfeng jinghan jinghao jinghui jingjing
    jingliang jinglin jingnan jingru jingtao jingwei jingwen jingxuan jingyan jingyang jingyi jingyu jingyuan jingyun
    jingzhou jinhang jinhao jinho jinhua jinhui jinjie jinlin jinlong jinming jinpeng jinsheng jinsong jintao jinwei
    jinwoo jinxin jinyang jinyeong jinyi jinyoung jinyu jinyuan jinyue jinze jiong jiri jisu jitao jiwei jiwen jiwon
    jiyuan jizhou joachim joakim joan joanna joao joe joel joey johan johann johannes john johnny jon jonah jonas
    jonathan jong jonghyun jongjin jongwoo joon joonho joost jordi jorge joschka jose josef joseph josh joshua josiah
    josue joyce juan judith judy jue juho julia julian julie julien juliette julius jun junbo junchao junchen juncheng
    junchi junda junfei junfeng jungwon jungwoo junhao junho junhong junhua junhui junhyeok junjie junjun junkai
    junkang junliang junlin junlong junmo junnan junpeng junqi junru junsong juntao junting junwei junwen junxi junxian
    junyan junyang junyi junyoung junyu junyuan junzhe justin justus kaan kacper kai kaibo kaichen kaicheng kaidi
    kaifeng kaijie kailai kaiming kaining kaipeng kaiqi kaiqiang kaisheng kaito kaiwen kaixiang kaixin kaixuan kaiyan
    kaiyi kaiyu kaiyuan kaiyue kaizhao kaizhi kalyan kamil kangjie kangrui kanishk karan karel karen karim karina
    karsten karthik karthikeyan kartik kartikeya kaspar kasra kate katerina katharina katherine katia katie katja
    kaustubh kayhan kazuki kefan kehan keisuke keith keivan kejing kejun keke kelsey kelvin ken kenji kenneth kenta
    kentaro keqiang kevin kewei kexin keyan keyi keyu kfir khaled khalid khoa kian kiarash kilian kimberly kimia kimon
    kin kiran kirill klaus koen kohei koichi konrad konstantin konstantinos kosuke kris kristen kristian kristin
    kristina krzysztof kshitij kuan kui kun kunal kunlun kurt kush kushagra kushal kyle kyriakos kyungmin laetitia
    lakshmi lakshya lalit lanqing larry lars lasse laura laure lauren laurence laurent lawrence lea leah leander
    leandro lecheng leena leheng leif lele lena lennart leo leon leonard leonardo leonid leslie letian leyang leyi
    leyla liam liangchen liangliang liangyu libo lichao licheng lidong lifan lifeng lifu lihao lihe liheng lihua lihui
    lijie lijuan lijun lili lilian lily limin liming lina linda linfeng lingchen lingfeng linghao lingjie lingwei
    lingxiao lingyu lingyun lingzhi linh linhao linjie linjun linlin linqi linus linwei linxi linxin lionel lior liping
    liqiang liqun liran lirui lisa liuyi liwei liwen lixiang lixin lixing liyan liyang liyao liying liyuan lizhen logan
    loic longfei longhui longxiang lorenz lorenzo louis luc luca lucas lucy ludovic ludwig luigi luis luiz lujia lukas
    lukasz luke lulu lun luping luyang luyao luyu lynn maarten maciej mads maggie magnus mahdi mahesh mahmoud mahsa
    mahyar majid makoto maksim maksym malte man manan maneesh manfred mang manish manoj manolis manon manu manuel
    maoyuan marc marcel marcello marcelo marcin marco marcus marek margaret maria marin marina marine mario marios
    marius mark marko markus marta martijn martin martina marvin maryam masahiro masanori masashi masato masoud
    massimiliano massimo matan matei matej mateo mateusz matheus mathias mathieu matt matteo matthew matthias matthieu
    matthijs mattia maurice mauricio maurizio mauro maxence maxim maxime maximilian maxwell maya mayank megan mehdi
    mehmet mehran mehrdad mehul meilin meiqi melanie mengchen mengdi mengfan mengfei menghan mengjie menglin mengmeng
    mengqi mengting mengxi mengxiao mengyao mengyu mengyuan mengzhao mert miaomiao michael michal michalis michele
    michelle michiel miguel mihaela mihai mihir mikael mike mikel mikhail mikkel mikko milad milan miles milind
    miltiadis mina mincheol ming mingchen mingda mingfei minghan minghao minghua minghui mingi mingjia mingjian mingjie
    mingjun mingkai mingkun minglei mingming mingqian mingrui mingsheng mingwei mingxi mingxuan mingyang mingyi mingyu
    mingyuan mingyue mingze mingzhe mingzhen mingzhi minh minho minhui minhyuk minjae minji minjie minjun minmin minsu
    minyoung mirco miriam mirko misha mohamad mohamed mohammad mohammadreza mohammed mohit mohsen mojtaba molei mona
    monica mor moritz morteza moshe mostafa mridul mudit muhammad muhammed muhan murat muyang nadav nadia nadine naman
    namrata nan nancy nando naoki naomi naoto naoya natalia natalie natasha nate nathalie nathan nathanael nathaniel
    naveed naveen navid neel negar negin neha neil netanel nian nicholas nick niclas nico nicola nicolas nicole niels
    nikhil niki nikita niklas nikola nikolaos nikolas nikolaus nikolay nikos nilesh niloufar nils nima nimrod nina
    ningyuan nir niranjan nishant nishanth nitesh nithin niv noa noah noam noga nolan noor nora nuno ofir oguzhan ohad
    ola olaf oleg oleh oleksandr oleksii olga oliver olivia olivier omar omer omid omri ondrej oren orestis ori orion
    oscar oskar osman oussama owen ozan ozgur pablo panagiotis pankaj paolo parag parham parikshit paritosh parsa parth
    pascal pascale patricia patrick patrik paul paula paulo pavan pavel pavlo payal pedram pedro peidong peijia peijie
    peijin peilin peiqi peiran peisong peiwen peiyan peiyang peiyao peiyu peiyuan pengcheng pengfei penghao pengkun
    pengwei pengxiang pengyang pengyu pengyuan petar peter petr petra petros peyman phil philip philipp philippe
    phillip pierre pieter pietro ping piotr piyush polina pouria pouya pradeep pradyumna prakhar pranav praneeth
    pranjal prashant prateek pratik praveen preethi pritish priya pulkit qiang qiankun qianli qianqian qianru qianyi
    qianyu qibin qichao qifan qiguang qihan qihang qihao qijun qilong qiming qing qingfeng qinghua qinglin qinglong
    qingming qingqing qingsong qingyan qingyang qingyao qingyu qingyuan qingyun qinyu qiong qipeng qiqi qirui qiuhao
    qiushi qiuyi qiwei qiyao qiyu qiyuan qizhi quanming quentin quoc rachel radu rafael rafal raghav rahul rainer raja
    rajarshi rajat rajeev rajesh rajiv rajkumar ramana ramin ramya raphael raul raymond raz rebecca remi renato renhao
    renjie reza rhea ricardo riccardo richard rick rickard ricky rina rishabh rishav rishi rita rob robert roberto
    robin rodrigo roger rohan rohit rohith roi roland rom romain roman ron ronald ronan ronghua ronghui rory rotem
    rowan ruchi rui ruibing ruibo ruichen ruicheng ruida ruifeng ruihan ruihao ruihong ruijie ruikang ruilin ruiming
    ruipeng ruiqi ruisheng ruitao ruixiang ruixiao ruixin ruixuan ruiyuan ruizhe ruizhi rundong runqi runsheng runyi
    runyu runze runzhe ruobing ruochen ruofan ruohan ruonan ruoqi ruoxi ruoyu ruqi ruslan russ ruth ruyi ryan ryo
    ryosuke ryotaro saba saber sabine sachin sadaf sadegh saeid sahar sahil sai saksham salman saman samantha sameer
    sami samir samira sammy samuel samuele samy samyak sandeep sandesh sanghoon sanghyeon sanghyun sangmin sangwon
    sangwoo sangyoon sanjay sanjeev sanket santiago sara sarah sarath sarthak sascha sasha sashank saswat satoshi
    saumya saurabh saurav sayak sayan scott sean sebastian sebastien sehyun semih seonghwan seongmin sepehr serena
    serge sergei sergey sergio setareh seth seung seungho seunghyun seungjun seyed shahab shahar shahin shahriar shai
    shane shangyu shangzhe shanshan shantanu shaobo shaofei shaofeng shaohui shaojie shaolei shaoyi sharad sharath
    sharon shashank shashwat shawn shay shayan sheikh shengbo shengchao shenghao shenghua shengjie shengnan shengping
    shengwei shengyi shengyu shengyuan shibo shichao shicheng shiguang shihao shihui shiji shijia shijian shijie shikai
    shikhar shikun shiliang shilin shilong shimin shiming shipeng shiqi shiqian shiqing shirin shirley shirui shishir
    shiting shitong shivam shiwei shixiang shiyang shiyao shiyin shiyu shiyuan shizhe sho shohei shreya shreyas shruti
    shuai shuaicheng shuang shubham shuchang shuchen shudong shufan shuguang shuhan shuhao shujian shujie shuming shun
    shunyu shuo shuqi shuqing shuting shutong shuvendu shuwei shuyan shuyang shuyi shuyu shuyuan shuyue shyam siavash
    sichao sicheng sicong sida siddarth siddartha siddhant siddharth siddhartha sidharth sifan sihan sihao siheng sijia
    sijie sijun silvia silvio silviu simin siming simon simone simran sina sinan siqi siqiao sirui siva siwei sixian
    siyan siyang siyi siying siyu siyuan sizhe skyler sofia soham soheil somesh songlin songtao sonia sophia sophie
    soroush sotirios sotiris soumya sourav spandan spencer sri srinath sriram stefan stefanie stefano stefanos steffen
    stephan stephanie stephen steve steven stratis stuart subhabrata sudarshan sudeep suhas sujay suman sumeet sumin
    sumit sunghoon sunghwan sunghyun sungjin sungwon sungwoo sungyoon sunil sunny suraj surya susan sushant suyuan sven
    swati sweta sydney sylvain sylvia szymon taehyun taesung taewon taeyoung taha takahiro takashi takayuki taku takumi
    takuya tal tamar tamara tanay tanishq tanmay tanya tarek tariq taro tarun tatiana tatsuya ted teddy tejas tengfei
    teresa terrence thang thanh theo theodore theodoros thibaud thibault thibaut thien thierry thomas thorsten tianchen
    tiancheng tianchi tiange tianhang tianhao tianhe tianjian tianjiao tianjun tianle tianlin tianlong tianlu tianming
    tianqi tianrui tianshi tianshuo tiantian tianwei tianxiang tianxiao tianyang tianyi tianyu tianyuan tianyue tianyun
    tianze tianzhe tiezheng tiffany till tim timo timothy tin ting tingting tingyu toan tobias todd tolga tom tomas
    tomaso tomasz tomer tommaso tommi tomoya tongxin tongzhou tony tor torsten trang travis trevor tristan trung tuan
    tuo tuomas tushar tycho tyler uday ulrich ulrike umang uri utkarsh vadim vahid vaibhav valentin valentina valentino
    valeria valeriya van varun vasileios vasilis vassilis vedant venkatesh viacheslav victor victoria viet vignesh
    vijay vijaya vikas vikash vikram vikrant viktor vimal vinay vincent vincenzo vineet vineeth vinh viraj virginia
    vishal vishnu vitaliy vitaly vittorio vivek vivian vlad vladimir vladislav volker volodymyr wai walid walter wanli
    wanqi wanrong wanru wanyun wataru wayne weibin weichao weichen weicheng weidong weifeng weiguo weihan weihang
    weihao weihong weihua weihuang weijia weijian weijie weijun weikai weikang weili weiliang weilin weimin weiming
    weinan weipeng weiping weiqi weiqiang weiqin weiqing weiran weitao weiwei weiwen weixiang weixin weixuan weiyan
    weiyang weiying weiyu weiyun weize weizhe weizhong wenbin wenbing wenbo wenchao wenda wendi wenfang wenfei wenhai
    wenhan wenhao wenhui wenjia wenjian wenjie wenjin wenjing wenjun wenkai wenke wenliang wenlong wenpeng wenqi
    wenqian wenqiang wenqing wenrui wenshuo wentao wenting wenwen wenwu wenxiang wenxiao wenxin wenxuan wenyi wenyu
    wenyuan wenyue wenze wenzhe wenzheng wenzhi wenzhuo wesley wilka willem william winnie wojciech wolfgang wonjun
    woohyeon woojin wooseok wouter xavier xiangbo xiangchao xianghua xianghui xiangjun xiangming xiangru xiangwen
    xiangxiang xiangyang xiangyu xianjun xianliang xianming xianzhi xiaobin xiaobo xiaochen xiaocheng xiaochun xiaodan
    xiaodi xiaodong xiaofei xiaofeng xiaogang xiaoguang xiaohan xiaohang xiaohong xiaohu xiaohua xiaohui xiaojian
    xiaojiang xiaojie xiaojuan xiaojun xiaokang xiaokun xiaolei xiaoli xiaoliang xiaolin xiaoling xiaolong xiaolu
    xiaomeng xiaomin xiaoming xiaoning xiaopeng xiaoqi xiaoqian xiaoqiang xiaoqin xiaoqing xiaoran xiaorong xiaorui
    xiaoshuai xiaosong xiaotian xiaotong xiaowei xiaowen xiaoxia xiaoxiao xiaoxin xiaoxu xiaoxuan xiaoxue xiaoyan
    xiaoyang xiaoyi xiaoying xiaoyong xiaoyu xiaoyuan xiaoyue xiaoyun xichen xidong xijun xilin ximing xin xinbo
    xinchen xingang xingbo xingchen xingcheng xingdong xinghao xinghua xingjian xingquan xingxing xingyi xingyu
    xingyuan xinhai xinhang xinhao xinjie xinkai xinlei xinlin xinlong xinming xinpeng xinqi xinran xinrui xinsong
    xinting xintong xinwei xinwen xinxin xinyan xinyang xinyao xinyi xinyu xinyuan xinyue xinze xinzhe xinzhi xipeng
    xitong xiufeng xiuyu xiuyuan xiwen xixi xiyang xiyuan xize xuan xuanyi xuanyu xubin xuchen xudong xuefeng xuehai
    xuehao xuelin xueqing xueyan xueyang xueying xufeng xuhong xuhui xujie xuming xun xupeng xurui xutao xuyang yabo
    yadong yael yafei yair yajie yakun yam yaman yana yanan yanbin yanbo yanchao yanchen yancheng yandong yanfang
    yanfei yangfan yangyang yangyi yangyu yanhao yanhua yaniv yanjie yanjun yankai yanlin yanmin yanming yann yannan
    yannick yannis yanpeng yanping yanqi yanru yansong yantao yanting yanwei yanyan yanzhen yaochen yaohua yaohui yaoyu
    yaqi yaron yaroslav yasaman yash yashas yassine yassir yasushi yating yawen yaxin yaxuan yazhou yazid yecheng yejin
    yepeng yeqing yewen yexin yian yiannis yibing yibo yichao yichen yicheng yichi yichong yichuan yichun yicong yida
    yidi yiding yidong yifan yifei yifeng yifu yige yihan yihang yihao yihe yiheng yihong yihua yihui yijia yijie yijin
    yijing yijun yikai yikang yike yikun yilan yile yilei yilin yiling yilong yilun yimeng yimin yiming yinan yingbin
    yingcong yingfei yinghao yinghui yingjie yingqi yingtao yingwei yingxue yingyan yingying yining yinuo yipeng yiping
    yiqi yiqiang yiqiao yiqin yiqing yiqun yiran yiren yirui yisheng yisong yitao yitian yiting yitong yiwei yiwen
    yixiang yixiao yixin yixing yixuan yiyan yiyang yiyi yiyuan yizhe yizhen yizheng yizhi yizhou yizhuo yoav yogesh
    yonatan yong yongchao yonggang yonghao yongjian yongjie yongjun yongkang yongliang yongqi yongqiang yongsheng
    yongtao yongwei yongxiang yongxin yongyi yongzhe yoni yoram yossi youliang youngjoon yousef youssef youwei youzhi
    yuanchao yuanchen yuancheng yuang yuanhao yuanhong yuankai yuanqing yuanyuan yuanzhe yuanzhi yubin yubo yucen
    yuchao yuchen yucheng yucong yudi yudong yuechen yuedong yuefeng yuelin yueming yuepeng yueqi yuexiang yueying
    yufan yufei yufeng yuge yuguang yuhan yuhang yuhao yuhe yuheng yuhong yuhua yuhui yuji yujia yujian yujie yujin
    yujing yujun yukai yukang yuke yuki yukun yulia yuliang yulin yuling yulong yulun yuma yumeng yuming yunan yunchao
    yunfan yunfei yunfeng yunhan yunhao yunhe yunho yunhui yuning yunlong yunpeng yunsheng yunshu yunsong yuntao
    yuntian yunxiang yunxin yunxuan yunze yunzhe yunzhi yupeng yuping yuqi yuqian yuqing yuquan yuren yuri yuriy yurong
    yurui yury yusen yusheng yushi yushu yusong yusu yusuf yusuke yuta yutao yutian yuting yutong yuval yuwei yuwen
    yuxi yuxiang yuxiao yuxin yuxing yuxuan yuyan yuyang yuyao yuying yuze yuzhe yuzheng yuzhong yuzhou yuzhu yves zac
    zach zachary zahra zaid zebin zechen zecheng zefan zehan zehao zehong zehua zehui zejian zekai zekun zelin zemin
    zeming zenan zeqi zequn zeren zewen zexin zeyang zeyi zeyu zeyuan zeyue zhangyang zhaofeng zhaohan zhaohui zhaolin
    zhaonan zhaopeng zhaoqing zhaowei zhaoxuan zhaoyang zhaoyi zhaoyu zhe zhehao zhehui zhekai zhen zhenbang zhenbo
    zhendong zhengfeng zhenghao zhenghua zhengkai zhenglin zhengming zhengqi zhengrui zhengwei zhengyan zhengyang
    zhengyi zhengyu zhengyuan zhenhao zhenhua zhenjie zhennan zhenrui zhenwei zhenwen zhenxing zhenyang zhenyi zhenyu
    zhenzhen zheyu zheyuan zhi zhibin zhibo zhichao zhichen zhicheng zhifan zhifang zhifeng zhigang zhiguo zhihan
    zhihang zhihao zhihe zhiheng zhihong zhihua zhihui zhijian zhijie zhijun zhikai zhikang zhikun zhili zhiliang
    zhilin zhiling zhimeng zhimin zhiming zhipeng zhiqi zhiqiang zhiqing zhiqiu zhiquan zhirui zhisheng zhitao zhiwei
    zhiwen zhixiang zhixin zhixiong zhixuan zhiyang zhiyao zhiyi zhiying zhiyong zhiyu zhiyuan zhizhen zhizheng zhizhou
    zhonglin zhongming zhongqi zhongwei zhongyi zhongyu zhongyuan zhongze zhun zhuofan zhuoqing zhuoran zhuoyan
    zhuoyang zhuoyi zian ziang zibin zichao zichen zicheng zichong zidong zifan zifeng zihan zihang zihao ziheng zihua
    zihui zijia zijian zijie zijing zijun zikai zikang zikun zilin zilong zimeng ziming zinan ziniu zipeng ziping ziqi
    ziqian ziqiang ziqiao ziqing ziquan ziran ziru zirui zitao ziteng zitong ziwei ziwen zixi zixian zixiang zixiao
    zixin zixu zixuan ziyan ziyang ziyao ziye ziyi ziyu ziyuan ziyue ziyun zizhao zoe zonglin zongwei zongyu zoran
"""
_NAMES = frozenset(_TABLE.split())


def is_given_name(word: str) -> bool:
    """Return whether a word is a frequent given name, in any case and with or without accents.

    Examples:
        >>> is_given_name("Ashish"), is_given_name("Vaswani")
        (True, False)
    """
    folded = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().casefold()
    return folded in _NAMES
