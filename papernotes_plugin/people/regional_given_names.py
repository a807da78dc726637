"""Table of given names of Europe, Turkey and the Americas, in lower case and without accents.

Few authors of the tables that were counted have them, as those are of a few fields.  Names that are words, places or
frequent family names, too, are not in the table.
"""

from __future__ import annotations

REGIONAL_GIVEN_NAMES = """
    aage abelardo abilio abner achilleas adalbert adalberto adao adela adelaide adelino ademir afonso agapito
    agathe agnese agneta agnete agnieszka agostinho agostino agueda agustina aime aino aitor aksel albane alberico
    alberta albertina albertine alcides aldair aleid alexandrine algernon alicja alix almerinda almudena aloisio
    alojzy altan althea alwin amadeu amaia ambroise americo amparo anastasio andrija annabel annegret anneke
    annelie annemieke annick annunziata anouk anselme anselmo ansgar antero antonietta antonios aparecida apolline
    apostolia araceli archibald arda argyris ariadna aristea aristotelis arjan arlie armelle armindo arno arsenio
    arvid arzu asbjorn asger asimina asli asmund assunta astri asuman asuncion ataide athanasia athina atilla
    attilio aubin augusta augusto aune aurelia axelle ayhan ayla aylin aynur aysegul ayten aziz bahadir
    baldassarre baltazar barbel barnabe barnaby barney bartholomew bartolome bartolomeo batista bayram becky bedri
    bedrich behcet bekir belen belmiro benedita beniamino benito benno berend bernabe bernadette bernardino
    bernice bernie bertold beryl bessie bettie beverley beyza biagio birgitta bjorg blandine blas bodil bogumil
    boguslaw boguslawa bohdan bohumil bojan boleslaw bonifacio borivoj borje borys boudewijn bozena branimir
    branislav bretislav bronislava bronwyn brunella bugra burcu busra caetana cahit camillo canan carmela carmelo
    cayetano ceferino celal celestin celestino cemal cemil cengiz cetin ceyda cezary charalambos charilaos chema
    christabel christiaan chrysa chrysanthi chrysoula cihan cipriano claudemir claudette claudie cleber clelia
    clementina cleonice clifford conceicao conchita constantijn coralie cordelia cordula cornelis corrado cosimo
    coskun costanza cristiana cristiane cristovao cyprien cyrille dagfinn dagny dagoberto dalibor dalva damianos
    damiao damir danuta darko darlene defne deise dejan denzil deolinda desiderio desmond despina detlev dierk
    dietlind dilara dilek dilys dimitra dionisio dionysia dobroslav domenica domingo donata donatella dorota
    dougal dragan dragana dragica drahomira dulce durval dusan dusica duygu eamon ebba ebenezer ebru edelmira
    edeltraud edivaldo ediz edmilson edmonde edna edson eduarda edyta efe efrain efstathios eftychia egbert egil
    eglantine eino eirini ekaterini eladio elefteria eleftherios eleuterio elfi eliana elif elizete ella ellinor
    elly elmer elodie eloisa eloise eloy elpida els elsebeth elsie elspeth emeline emine emmeline emrah enid enis
    enrica enzo epifanio ercan ercole erdal erdogan eren erhan erland erling ermanno ernesta ernestine erol ertan
    eskil esmeralda esmond estefania estela estevao ethel eudora eugenia eugenie eugeniusz eulalia eusebio
    eustaquio evandro evangelia evanthia evaristo evelien expedito eylem eystein ezekiel ezequiel ezio fabiola
    facundo fadime faruk fausta faustino felice feliciano felicie felisa felisberto ferdi feride fermin fernande
    fernao fevzi fiammetta fidel fikret filipa filiz filomena fiorella fiorenza firat firmin flaminia flavien
    flemming florbela florencio florentino flossie folke fotini fotios franca francine francisca franciszek
    freddie frida fridolin friedbert frode fructuoso fulgencio fulvia fulvio furkan gabin gabino galip gaspare
    geertje geertruida genaro genival gennaro genowefa geoffroy georgette gerasimos gerben gereon gerlinde
    germaine gero gertraud gertrude gervasio gesine ghislaine giacinto giacomina gianmarco gianpaolo gianpiero
    gigliola gilberte gilda ginevra gino gioacchino gioele giosue giovana girolamo gisbert gisli giuditta giuliana
    giustina gizem glauber goffredo gokhan gonca gosta gotz govert grazia graziella grazyna greger gregorio grete
    grigorios grigoris griselda gudmund guillermina gulay gulcan gulsen gumersindo gunay gundula gunilla gunnel
    gunvor gustaf guus guven gwenaelle gwendolen gwyneth gyda haakon haavard hakki haldun halil halime halina
    halldora haluk halvard halvor handan hande hannu harmen harriett hasan hasret hatice hattie haydar hayriye
    heidemarie heidrun heitor helder heleen hellmut helmuth heloisa hendrika hendrikje hennie henny henrietta
    herculano heriberto hermenegildo hermine herminia herta hettie higinio hikmet hilario hilde hilkka hilma
    hilmar hippolyte hjalmar hjordis honore hortense hortensia hrvoje hubertus huguette huib hulya huseyin husnu
    hynek ibrahim ida idil idris ignacia ignaz ignazio ihsan ilda ildefonso ilka ilkay ilona imanol imke
    immacolata imogen inacio ingegerd ingemar ingjald ingmar ingolf ingunn ingvild inmaculada ioanna iolanda
    ippolytos iracema ireneusz irfan irini irja irmgard irmtraud irvin isaias isaura isidora isidoro ismet ismini
    isolde itziar ivete ivone ivor iwona izabela jacinto jacky jacoba jacobo jacqui jadranka jadwiga jandira
    janneke janny jantje jarmila jaromir jasna jeannine jebediah jemima jermaine jethro jillian jindrich jirina
    joaquina jobst johanne jolanta jopie jorunn josefa josien josip jostein josune jovan juanita judicael julienne
    jurema jurriaan jussara justyna kaare kadir kadriye kaija kalevi kalliopi karianne karlheinz karoline katarina
    katri kazimierz kemal kenan kerem kirsti kjersti klaartje klaudia koenraad konstantina konstanty konstanze
    koos korkut kornel kornelia kostantinos kresimir kristiina kristoffer krystian krystyna ksenia kubilay
    kunibert kutay kveta kyriaki lachlan ladislav lais lamberto lambertus lambros lautaro lavinia lazaro leandra
    lefteris lenore leocadia leoncio leonhard leopoldine letizia lettice levent liberato libor libuse licia
    licinio lidija liesbeth liesel lieselotte lieven liisa lillian lindalva linnea lisandro lisbet lisbeth livia
    livio ljiljana ljubica ljubomir llewellyn lodewijk lodovica lodovico loek loredana lorella lorena lottie
    louella loukas lourenco luana lubomir lucelia lucette lucienne lucilia lucilla lucille lucinda lucretia
    lucrezia ludmila ludovica ludovico ludwik luigia luise luiza lurdes luuk lydie lyle maaike mabel mabelle
    macarena macario machteld maddalena maelle magne magnhild mahmut maija malgorzata malin manfredi manlio
    marceline marcelino marcella marcelle marcellina marcial marcos margareta margarethe margery margit margrete
    margrethe margriet mariagrazia maribel mariella marieluise marijke marike marilda marilia marilyne marinho
    marisol marja marjatta marketa marli marlies marloes maroula marte marthe martti martyna maryann maryse
    marzena mateus mathijs matilda matilde maude maudie mauno maura maurizia mavis maximiliano maxine mechthild
    medine meike meindert meinhard meinolf melania melchior melchor melih melike meltem menelaos meral merja merve
    mesut metin mevlut micaela michelangelo mieke mies milada milica milivoj miljenko millicent milorad milosz
    minnie miodrag mireia mirella miroslawa mithat mitzi mladen moacir mogens mojmir mollie morag mordecai muammer
    mucahit mujde mukaddes mumtaz muzaffer myfanwy myra nadege nalan nanna natalija natasa nazan nazario nazim
    nazli nebojsa necati necla necmettin nedim nelleke nellie nemesio nenad nerina nermin nese neslihan nevenka
    nevin nevio nevzat ngaio nicanor nicla nicoletta nihal nihat niilo nikiforos nikoletta nilay nilgun nilufer
    nilza noel noelia noortje norah noreen norma nunzia nuray nurcan nurdan nuri nursel nurten obadiah obdulia
    octavia oddbjorn oddone oddvar odette odysseas oguz okan oktay olav olavo olcay oldrich olegario olimpia
    olinda olof olov olwen olympe omero onno onofrio ophelie orcun oreste orhan oriana oriane orietta orla orlanda
    orsola ortrud ortwin orville osmar otakar otavio othello otilia otmar ottavia ottavio ottilie ottmar outi
    ozlem paloma panagiota panayiotis pantelis paraskevi paschalis patricio paulette paulino pavla pelagia
    penelope pericles perrine pertti petri petronella petronila phaedra philibert philippos phineas phoebe photini
    pierangelo piergiorgio pierpaolo pierrette piet pim pirjo pirkko polyxeni ponciano porfirio preben predrag
    premek premysl priscila prodromos prudencio prunella quintin quirijn quirino radmila radomir radoslav radovan
    rafaela raija raimondo raimunda ramazan ramiro raniero raphaelle rasim ratko rauno raymonde rebeca refik
    reidar reidun reijo reinaldo reinder reinhild reinier renaud renske resat rhoda rhona rhys ricardina riccarda
    ridvan rienk rigoberto riitta rinaldo rinus rocco roelof rogelio rogier rolande rolando romeu romolo romualdo
    romulo ronaldo ronnie rosalba rosalia rosalie rosalina rosamond rosamund rosanna rosaria rosaura rosella
    roselyne rosie rosinha rossana rostislav roswitha rowena roxane roxanne royston rudiger rufino rufus ruggero
    rukiye ruperto ruud ruzena sabahattin sabatino sabri sadie sadik saffet sakari sakir salih samanta sanja sanna
    santina saturnino sebastiana sebastiano sebnem secil sedat seija selahattin selami selcuk selda selim selin
    selwyn semra senay seppo serafin serafino serap serhat sermin sertac sevda severina severine severino sevgi
    sevil sevim shelagh sherri sibel sibyl sibylle sidnei sidonie siebe sieglinde sietske sigbjorn sigfrid
    sigourney sigrun sigurd sigve silvano silverio silvestro silvina simao sindre siobhan sirkka sirpa sisko siv
    sixtine sjaak sjoerd slavica slavko slavoj slawomir snorre sofija solange solene solveig solvi sondra soner
    songul sonsoles sotiria spiros srdjan stamatia stamatis stanislawa stavroula steinar stella stergios stina
    stjepan stoyan sture stylianos suat sukran sukru suleyman suna sunniva susannah susie suzana suzette svetozar
    swantje sybil sybren sylvaine synnove szczepan tabitha tadeu tahsin tais tamsin tanguy tarcisio tarik tarja
    tarmo tatjana tayfun taylan telesforo teodor teodora teodoro terhi terri teunis tevfik thaddeus thanasis
    thelma themistoklis theofanis theofilos theophile theresia theun thorbjorn thordis thorkild thorleif thorolf
    thorvald tiberio tihomir tiina tijs timoteo tineke titia tiziana tiziano tjalling tjeerd toine toini tomasa
    tomislav tommasina torgeir torgny torhild toribio toril torild torill torleif torstein torunn torvald traute
    triantafyllos trine trixie trudy truls truus trygve tulay tulin tullia tullio tuncay turgay turgut turid tuula
    ubaldo ubbo uberto ufuk ugur ulisse ulku ulrico ulrik umberta umran unni urbain urho uriah urraca utku uuno
    vaggelis valborg valdir valeriano vanda vanderlei vangelis vanni vasil vasiliki vasso vedat veijo veikko
    velimir velma venancio vendula verna vesa vesna vicenta victoriano victorien vidar viera vigdis vilem vilhelm
    vilho viljo vincenza vinzenz virginio vitezslav vitoria vittore vittoria viviana vladan vlado vlasta voitto
    vojin vojislav vojta volkan volkhard voula vuk waclaw waldir waltraud wenceslao wenzel wiebe wiebke wieger
    wiel wieslaw wieslawa wijnand wilbur wilhelmina wilhelmine willa willeke willemien willi wilma wincenty
    winifred wladyslaw wolfhard woodrow xander xanthi xaver xenia ximena yagmur yago yalcin yasin yeliz yildiray
    yiorgos yngve yrjo yucel yunus yvette zacarias zafer zaira zbynek zdenek zdenka zdravko zebulon zeger zehra
    zekeriya zeki zekiye zelda zelia zelimir zenon zerrin zeynep zilda zinovia zivko ziya zlatko zora zoraida
    zorica zubeyde zuhal zuleica zulema zvonimir zygfryd
"""
