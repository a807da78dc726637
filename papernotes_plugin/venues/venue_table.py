"""Table of the known conferences, workshops, journals and preprint servers.

One venue is one line: acronym | year zero | name in print | aliases.
The year zero is the year before the first edition, if editions are numbered without a gap.  The 13th ICLR, for example,
is that of 2025.  In a name, `{th}`, `{Th}` and `{n}` print the edition as `13th`, `Thirteenth` and `13`.
Aliases, separated by `;`, are further acronyms, and phrases that only the name of this venue contains.
"""

from __future__ import annotations

CONFERENCES = """
ICLR | 2012 | The {Th} International Conference on Learning Representations | Int. Conf. on Learning Representations
ICML | 1983 | {Th} International Conference on Machine Learning | Int. Conf. on Machine Learning
NeurIPS | 1987 | Advances in Neural Information Processing Systems {n} | NIPS; International Conference on Neural Information Processing Systems; Conference on Neural Information Processing Systems; Neural Information Processing Systems
AAAI | 1986 | Proceedings of the AAAI Conference on Artificial Intelligence | Conference on Artificial Intelligence; National Conference on Artificial Intelligence
IJCAI | | Proceedings of the International Joint Conference on Artificial Intelligence | International Joint Conferences on Artificial Intelligence
AISTATS | 1997 | Proceedings of the {th} International Conference on Artificial Intelligence and Statistics | Artificial Intelligence and Statistics
UAI | 1984 | Proceedings of the {th} Conference on Uncertainty in Artificial Intelligence | Uncertainty in Artificial Intelligence
COLT | 1987 | Proceedings of the {th} Annual Conference on Learning Theory | Conference on Learning Theory; Computational Learning Theory
ALT | 1989 | Proceedings of the {th} International Conference on Algorithmic Learning Theory | Algorithmic Learning Theory
COLM | 2023 | {Th} Conference on Language Modeling | Conference on Language Modeling
ACML | | Proceedings of the Asian Conference on Machine Learning |
CoRL | | Proceedings of the Conference on Robot Learning | Conference on Robot Learning
L4DC | | Proceedings of the Learning for Dynamics and Control Conference | Learning for Dynamics and Control
CPAL | | Conference on Parsimony and Learning |
CLeaR | | Conference on Causal Learning and Reasoning | Causal Learning and Reasoning
CoLLAs | | Conference on Lifelong Learning Agents |
LoG | | Learning on Graphs Conference |
AutoML | | International Conference on Automated Machine Learning |
MLSys | | Proceedings of Machine Learning and Systems | SysML; Conference on Machine Learning and Systems
ECML-PKDD | | European Conference on Machine Learning and Principles and Practice of Knowledge Discovery in Databases | ECML PKDD; ECML/PKDD; ECML; PKDD; Machine Learning and Knowledge Discovery in Databases; European Conference on Machine Learning
ECAI | | European Conference on Artificial Intelligence |
AAMAS | | Proceedings of the International Conference on Autonomous Agents and Multiagent Systems | Autonomous Agents and Multiagent Systems; Autonomous Agents and Multi-Agent Systems
ICAPS | | Proceedings of the International Conference on Automated Planning and Scheduling | Automated Planning and Scheduling
KR | | Proceedings of the International Conference on Principles of Knowledge Representation and Reasoning | Principles of Knowledge Representation and Reasoning
GECCO | | Proceedings of the Genetic and Evolutionary Computation Conference | Genetic and Evolutionary Computation Conference
ICANN | | International Conference on Artificial Neural Networks |
IJCNN | | International Joint Conference on Neural Networks |
CogSci | | Proceedings of the Annual Meeting of the Cognitive Science Society | Annual Meeting of the Cognitive Science Society
FAccT | | Proceedings of the ACM Conference on Fairness, Accountability, and Transparency | FAT*; Conference on Fairness, Accountability, and Transparency
AIES | | Proceedings of the AAAI/ACM Conference on AI, Ethics, and Society | Conference on AI, Ethics, and Society
CHIL | | Conference on Health, Inference, and Learning |
MLHC | | Machine Learning for Healthcare Conference |
ML4H | | Machine Learning for Health | Machine Learning for Health Symposium
SaTML | | IEEE Conference on Secure and Trustworthy Machine Learning | Secure and Trustworthy Machine Learning
ACL | 1962 | Proceedings of the {th} Annual Meeting of the Association for Computational Linguistics | Annual Meeting of the Association for Computational Linguistics; Annual Meeting of the ACL; Annual Meeting on Association for Computational Linguistics
EMNLP | | Proceedings of the {year} Conference on Empirical Methods in Natural Language Processing | Empirical Methods in Natural Language Processing
NAACL | | Proceedings of the {year} Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies | NAACL-HLT; HLT-NAACL; North American Chapter of the Association for Computational Linguistics; North American Chapter of the ACL
EACL | | Proceedings of the Conference of the European Chapter of the Association for Computational Linguistics | European Chapter of the Association for Computational Linguistics; European Chapter of the ACL
AACL | | Proceedings of the Conference of the Asia-Pacific Chapter of the Association for Computational Linguistics | AACL-IJCNLP; Asia-Pacific Chapter of the Association for Computational Linguistics
IJCNLP | | International Joint Conference on Natural Language Processing |
COLING | | Proceedings of the International Conference on Computational Linguistics | LREC-COLING; International Conference on Computational Linguistics
CoNLL | | Proceedings of the Conference on Computational Natural Language Learning | Computational Natural Language Learning
LREC | | Proceedings of the Language Resources and Evaluation Conference | Language Resources and Evaluation Conference; International Conference on Language Resources and Evaluation
WMT | | Proceedings of the Conference on Machine Translation | Conference on Machine Translation
SemEval | | Proceedings of the International Workshop on Semantic Evaluation | Workshop on Semantic Evaluation
*SEM | | Joint Conference on Lexical and Computational Semantics |
SIGDIAL | | Proceedings of the Annual Meeting of the Special Interest Group on Discourse and Dialogue | Special Interest Group on Discourse and Dialogue
INLG | | International Natural Language Generation Conference | International Conference on Natural Language Generation
BlackboxNLP | | Proceedings of the BlackboxNLP Workshop on Analyzing and Interpreting Neural Networks for NLP | Analyzing and Interpreting Neural Networks for NLP
Interspeech | | Proceedings of Interspeech | INTERSPEECH; Annual Conference of the International Speech Communication Association
ICASSP | | IEEE International Conference on Acoustics, Speech and Signal Processing | International Conference on Acoustics, Speech, and Signal Processing; Acoustics, Speech and Signal Processing
ASRU | | IEEE Automatic Speech Recognition and Understanding Workshop | Automatic Speech Recognition and Understanding
SLT | | IEEE Spoken Language Technology Workshop |
ISMIR | | Proceedings of the International Society for Music Information Retrieval Conference | Music Information Retrieval Conference
WASPAA | | IEEE Workshop on Applications of Signal Processing to Audio and Acoustics |
EUSIPCO | | European Signal Processing Conference |
CVPR | | Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition | Conference on Computer Vision and Pattern Recognition; Computer Vision and Pattern Recognition
ICCV | | Proceedings of the IEEE/CVF International Conference on Computer Vision | International Conference on Computer Vision
ECCV | | Proceedings of the European Conference on Computer Vision | European Conference on Computer Vision
WACV | | Proceedings of the IEEE/CVF Winter Conference on Applications of Computer Vision | Winter Conference on Applications of Computer Vision
BMVC | | Proceedings of the British Machine Vision Conference | British Machine Vision Conference
ACCV | | Proceedings of the Asian Conference on Computer Vision | Asian Conference on Computer Vision
3DV | | International Conference on 3D Vision |
ICCP | | IEEE International Conference on Computational Photography | International Conference on Computational Photography
ICIP | | IEEE International Conference on Image Processing |
ICPR | | International Conference on Pattern Recognition |
ICME | | IEEE International Conference on Multimedia and Expo |
FG | | IEEE International Conference on Automatic Face and Gesture Recognition |
MICCAI | | International Conference on Medical Image Computing and Computer-Assisted Intervention | Medical Image Computing and Computer-Assisted Intervention; Medical Image Computing and Computer Assisted Intervention
MIDL | | Medical Imaging with Deep Learning |
ISBI | | IEEE International Symposium on Biomedical Imaging |
IPMI | | Information Processing in Medical Imaging |
ACM MM | | Proceedings of the ACM International Conference on Multimedia | ACMMM; MM; ACM Multimedia; International Conference on Multimedia
SIGGRAPH | | ACM SIGGRAPH Conference Proceedings | ACM SIGGRAPH
SIGGRAPH Asia | | ACM SIGGRAPH Asia Conference Proceedings | ACM SIGGRAPH Asia
Eurographics | | Annual Conference of the European Association for Computer Graphics |
ICRA | | IEEE International Conference on Robotics and Automation | International Conference on Robotics and Automation
IROS | | IEEE/RSJ International Conference on Intelligent Robots and Systems | Intelligent Robots and Systems
RSS | | Proceedings of Robotics: Science and Systems | Robotics: Science and Systems
HRI | | ACM/IEEE International Conference on Human-Robot Interaction |
Humanoids | | IEEE-RAS International Conference on Humanoid Robots |
WAFR | | Workshop on the Algorithmic Foundations of Robotics |
CASE | | IEEE International Conference on Automation Science and Engineering |
ACC | | American Control Conference |
CDC | | IEEE Conference on Decision and Control |
KDD | | Proceedings of the ACM SIGKDD Conference on Knowledge Discovery and Data Mining | SIGKDD; Conference on Knowledge Discovery and Data Mining; Conference on Knowledge Discovery & Data Mining; Knowledge Discovery and Data Mining
WWW | | Proceedings of the ACM Web Conference | TheWebConf; The Web Conference; ACM Web Conference; World Wide Web Conference; International Conference on World Wide Web
SIGIR | | Proceedings of the International ACM SIGIR Conference on Research and Development in Information Retrieval | Research and Development in Information Retrieval
WSDM | | Proceedings of the ACM International Conference on Web Search and Data Mining | Web Search and Data Mining
CIKM | | Proceedings of the ACM International Conference on Information and Knowledge Management | Information and Knowledge Management; Information & Knowledge Management
RecSys | | Proceedings of the ACM Conference on Recommender Systems | Conference on Recommender Systems
ECIR | | European Conference on Information Retrieval |
ICDM | | IEEE International Conference on Data Mining |
SDM | | SIAM International Conference on Data Mining |
PAKDD | | Pacific-Asia Conference on Knowledge Discovery and Data Mining |
ICWSM | | Proceedings of the International AAAI Conference on Web and Social Media | Conference on Web and Social Media
ISWC | | International Semantic Web Conference |
JCDL | | Joint Conference on Digital Libraries |
SIGMOD | | Proceedings of the ACM SIGMOD International Conference on Management of Data | International Conference on Management of Data
VLDB | | Proceedings of the International Conference on Very Large Data Bases | International Conference on Very Large Data Bases
ICDE | | IEEE International Conference on Data Engineering | International Conference on Data Engineering
PODS | | Proceedings of the ACM Symposium on Principles of Database Systems | Symposium on Principles of Database Systems
EDBT | | International Conference on Extending Database Technology |
CIDR | | Conference on Innovative Data Systems Research |
OSDI | | USENIX Symposium on Operating Systems Design and Implementation | Operating Systems Design and Implementation
SOSP | | Proceedings of the ACM Symposium on Operating Systems Principles | Symposium on Operating Systems Principles
NSDI | | USENIX Symposium on Networked Systems Design and Implementation | Networked Systems Design and Implementation
EuroSys | | Proceedings of the European Conference on Computer Systems | European Conference on Computer Systems
USENIX ATC | | USENIX Annual Technical Conference | ATC
FAST | | USENIX Conference on File and Storage Technologies |
HotOS | | Workshop on Hot Topics in Operating Systems |
HotNets | | ACM Workshop on Hot Topics in Networks |
HotCloud | | USENIX Workshop on Hot Topics in Cloud Computing |
HotStorage | | Workshop on Hot Topics in Storage and File Systems |
APSys | | Asia-Pacific Workshop on Systems |
ASPLOS | | Proceedings of the International Conference on Architectural Support for Programming Languages and Operating Systems | Architectural Support for Programming Languages and Operating Systems
ISCA | | Proceedings of the International Symposium on Computer Architecture | International Symposium on Computer Architecture
MICRO | | IEEE/ACM International Symposium on Microarchitecture | International Symposium on Microarchitecture
HPCA | | IEEE International Symposium on High-Performance Computer Architecture | High-Performance Computer Architecture; High Performance Computer Architecture
DAC | | Design Automation Conference |
DATE | | Design, Automation & Test in Europe Conference |
ICCAD | | International Conference on Computer-Aided Design |
SC | | International Conference for High Performance Computing, Networking, Storage and Analysis |
PPoPP | | ACM SIGPLAN Symposium on Principles and Practice of Parallel Programming | Principles and Practice of Parallel Programming
IPDPS | | IEEE International Parallel and Distributed Processing Symposium |
PODC | | ACM Symposium on Principles of Distributed Computing |
SIGCOMM | | Proceedings of the ACM SIGCOMM Conference |
INFOCOM | | IEEE Conference on Computer Communications |
MobiCom | | International Conference on Mobile Computing and Networking |
MobiSys | | International Conference on Mobile Systems, Applications, and Services |
SenSys | | ACM Conference on Embedded Networked Sensor Systems |
IMC | | ACM Internet Measurement Conference |
SoCC | | ACM Symposium on Cloud Computing |
IEEE S&P | | IEEE Symposium on Security and Privacy | S&P; SP; Oakland; Symposium on Security and Privacy
USENIX Security | | USENIX Security Symposium | USENIX Sec; Usenix Security
CCS | | Proceedings of the ACM SIGSAC Conference on Computer and Communications Security | ACM CCS; Conference on Computer and Communications Security
NDSS | | Network and Distributed System Security Symposium | Network and Distributed Systems Security Symposium
PETS | | Proceedings on Privacy Enhancing Technologies | PoPETs; Privacy Enhancing Technologies Symposium
ACSAC | | Annual Computer Security Applications Conference |
EuroS&P | | IEEE European Symposium on Security and Privacy | European Symposium on Security and Privacy
SOUPS | | Symposium on Usable Privacy and Security |
CRYPTO | | Annual International Cryptology Conference | Advances in Cryptology CRYPTO
EUROCRYPT | | Annual International Conference on the Theory and Applications of Cryptographic Techniques | Advances in Cryptology EUROCRYPT
ASIACRYPT | | International Conference on the Theory and Application of Cryptology and Information Security | Advances in Cryptology ASIACRYPT
TCC | | Theory of Cryptography Conference |
STOC | | Proceedings of the Annual ACM Symposium on Theory of Computing | Symposium on Theory of Computing; Symposium on the Theory of Computing
FOCS | | IEEE Annual Symposium on Foundations of Computer Science | Symposium on Foundations of Computer Science
SODA | | Proceedings of the ACM-SIAM Symposium on Discrete Algorithms | Symposium on Discrete Algorithms
ITCS | | Innovations in Theoretical Computer Science Conference | Innovations in Theoretical Computer Science
ICALP | | International Colloquium on Automata, Languages, and Programming | Colloquium on Automata, Languages, and Programming
SoCG | | International Symposium on Computational Geometry |
LICS | | ACM/IEEE Symposium on Logic in Computer Science | Symposium on Logic in Computer Science
ESA | | European Symposium on Algorithms |
EC | | Proceedings of the ACM Conference on Economics and Computation | Conference on Economics and Computation
CHI | | Proceedings of the CHI Conference on Human Factors in Computing Systems | Conference on Human Factors in Computing Systems; Human Factors in Computing Systems
UIST | | Proceedings of the ACM Symposium on User Interface Software and Technology | User Interface Software and Technology
CSCW | | ACM Conference on Computer-Supported Cooperative Work | Computer Supported Cooperative Work; Computer-Supported Cooperative Work
IUI | | International Conference on Intelligent User Interfaces |
DIS | | Designing Interactive Systems Conference |
UbiComp | | ACM International Joint Conference on Pervasive and Ubiquitous Computing |
IEEE VIS | | IEEE Visualization Conference | IEEE Visualization and Visual Analytics
IEEE VR | | IEEE Conference on Virtual Reality and 3D User Interfaces |
ISMAR | | IEEE International Symposium on Mixed and Augmented Reality |
ICSE | | Proceedings of the International Conference on Software Engineering | International Conference on Software Engineering
FSE | | ACM International Conference on the Foundations of Software Engineering | ESEC/FSE; Symposium on the Foundations of Software Engineering; Foundations of Software Engineering
ASE | | IEEE/ACM International Conference on Automated Software Engineering | Automated Software Engineering
ISSTA | | ACM SIGSOFT International Symposium on Software Testing and Analysis | Software Testing and Analysis
MSR | | International Conference on Mining Software Repositories |
PLDI | | Proceedings of the ACM SIGPLAN Conference on Programming Language Design and Implementation | Programming Language Design and Implementation
POPL | | ACM SIGPLAN Symposium on Principles of Programming Languages | Principles of Programming Languages
ICFP | | International Conference on Functional Programming |
OOPSLA | | Object-Oriented Programming, Systems, Languages, and Applications |
CAV | | International Conference on Computer Aided Verification | Computer Aided Verification
ITP | | International Conference on Interactive Theorem Proving |
CADE | | International Conference on Automated Deduction |
AIED | | International Conference on Artificial Intelligence in Education |
LAK | | International Learning Analytics and Knowledge Conference |
L@S | | ACM Conference on Learning at Scale |
EDM | | International Conference on Educational Data Mining |
MICAI | | Mexican International Conference on Artificial Intelligence |
RECOMB | | International Conference on Research in Computational Molecular Biology |
ISIT | | IEEE International Symposium on Information Theory |
GLOBECOM | | IEEE Global Communications Conference |
"""

JOURNALS = """
Nature | | Nature |
Science | | Science |
Cell | | Cell |
PNAS | | Proceedings of the National Academy of Sciences | Proceedings of the National Academy of Sciences of the United States of America; Proc. Natl. Acad. Sci.; Proc. Natl. Acad. Sci. U.S.A.; Proc. Natl Acad. Sci. USA; Proc Natl Acad Sci U S A
Nature Communications | | Nature Communications | Nat Commun; Nat. Commun.
Nature Methods | | Nature Methods | Nat. Methods
Nature Biotechnology | | Nature Biotechnology | Nat. Biotechnol.
Nature Medicine | | Nature Medicine | Nat. Med.
Nature Machine Intelligence | | Nature Machine Intelligence | Nat. Mach. Intell.
Nature Human Behaviour | | Nature Human Behaviour | Nat. Hum. Behav.
Nature Neuroscience | | Nature Neuroscience | Nat. Neurosci.
Nature Physics | | Nature Physics | Nat. Phys.
Scientific Reports | | Scientific Reports | Sci. Rep.; Sci Rep
Physical Review A | | Physical Review A | Phys. Rev. A
Physical Review B | | Physical Review B | Phys. Rev. B
Physical Review C | | Physical Review C | Phys. Rev. C
Physical Review D | | Physical Review D | Phys. Rev. D
Physical Review E | | Physical Review E | Phys. Rev. E
Reviews of Modern Physics | | Reviews of Modern Physics | Rev. Mod. Phys.
Physics Letters B | | Physics Letters B | Phys. Lett. B
Nuclear Physics B | | Nuclear Physics B | Nucl. Phys. B
JHEP | | Journal of High Energy Physics | J. High Energy Phys.
JCAP | | Journal of Cosmology and Astroparticle Physics | J. Cosmol. Astropart. Phys.
MNRAS | | Monthly Notices of the Royal Astronomical Society | Mon. Not. R. Astron. Soc.
ApJ | | The Astrophysical Journal | Astrophysical Journal; Astrophys. J.
Astronomy & Astrophysics | | Astronomy & Astrophysics | A&A; Astron. Astrophys.; Astronomy and Astrophysics
JACS | | Journal of the American Chemical Society | J. Am. Chem. Soc.
Angewandte Chemie | | Angewandte Chemie International Edition | Angew. Chem. Int. Ed.; Angewandte Chemie; Angew. Chem.
Chemical Reviews | | Chemical Reviews | Chem. Rev.
Econometrica | | Econometrica |
American Economic Review | | American Economic Review | AER; Am. Econ. Rev.; The American Economic Review
Quarterly Journal of Economics | | The Quarterly Journal of Economics | QJE; Q. J. Econ.; Quarterly Journal of Economics
Journal of Political Economy | | Journal of Political Economy | JPE; J. Polit. Econ.
Review of Economic Studies | | The Review of Economic Studies | REStud; Rev. Econ. Stud.; Review of Economic Studies
Science Advances | | Science Advances |
Science Robotics | | Science Robotics |
eLife | | eLife |
PLOS ONE | | PLOS ONE |
PLOS Medicine | | PLOS Medicine | PLoS Med
PLOS Computational Biology | | PLOS Computational Biology | PLoS Comput. Biol.
Neuron | | Neuron |
The Lancet | | The Lancet | Lancet
NEJM | | The New England Journal of Medicine | New England Journal of Medicine
JAMA | | JAMA: The Journal of the American Medical Association | Journal of the American Medical Association
BMJ | | BMJ | The BMJ; British Medical Journal
Bioinformatics | | Bioinformatics |
JMLR | | Journal of Machine Learning Research | J. Mach. Learn. Res.; The Journal of Machine Learning Research
TMLR | | Transactions on Machine Learning Research | Transactions of Machine Learning Research; Trans. Mach. Learn. Res.
MLJ | | Machine Learning |
JAIR | | Journal of Artificial Intelligence Research | J. Artif. Intell. Res.
AIJ | | Artificial Intelligence |
Neural Computation | | Neural Computation | Neural Comput.
Neural Networks | | Neural Networks |
Neurocomputing | | Neurocomputing |
DMLR | | Journal of Data-centric Machine Learning Research |
TACL | | Transactions of the Association for Computational Linguistics | Transactions of the ACL; Trans. Assoc. Comput. Linguistics
Computational Linguistics | | Computational Linguistics | Comput. Linguistics
TPAMI | | IEEE Transactions on Pattern Analysis and Machine Intelligence | PAMI; IEEE TPAMI; Transactions on Pattern Analysis and Machine Intelligence; IEEE Trans. Pattern Anal. Mach. Intell.
IJCV | | International Journal of Computer Vision | Int. J. Comput. Vis.
TIP | | IEEE Transactions on Image Processing | Transactions on Image Processing
TMI | | IEEE Transactions on Medical Imaging | Transactions on Medical Imaging
MedIA | | Medical Image Analysis |
CVIU | | Computer Vision and Image Understanding |
Pattern Recognition | | Pattern Recognition |
TOG | | ACM Transactions on Graphics | Transactions on Graphics; ACM Trans. Graph.
TVCG | | IEEE Transactions on Visualization and Computer Graphics | Transactions on Visualization and Computer Graphics
CGF | | Computer Graphics Forum |
TMM | | IEEE Transactions on Multimedia |
TNNLS | | IEEE Transactions on Neural Networks and Learning Systems | TNN; Transactions on Neural Networks
TKDE | | IEEE Transactions on Knowledge and Data Engineering | Transactions on Knowledge and Data Engineering
TOIS | | ACM Transactions on Information Systems | Transactions on Information Systems
TSP | | IEEE Transactions on Signal Processing | Transactions on Signal Processing
TASLP | | IEEE/ACM Transactions on Audio, Speech, and Language Processing | Transactions on Audio, Speech, and Language Processing; TASL
TIT | | IEEE Transactions on Information Theory | Transactions on Information Theory
TAC | | IEEE Transactions on Automatic Control | Transactions on Automatic Control
RA-L | | IEEE Robotics and Automation Letters | RAL; Robotics and Automation Letters
T-RO | | IEEE Transactions on Robotics | TRO; Transactions on Robotics
IJRR | | The International Journal of Robotics Research | International Journal of Robotics Research
Autonomous Robots | | Autonomous Robots |
TOCHI | | ACM Transactions on Computer-Human Interaction |
IMWUT | | Proceedings of the ACM on Interactive, Mobile, Wearable and Ubiquitous Technologies |
PVLDB | | Proceedings of the VLDB Endowment | VLDB Endowment; Proc. VLDB Endow.
PACMPL | | Proceedings of the ACM on Programming Languages | Proc. ACM Program. Lang.
TOPLAS | | ACM Transactions on Programming Languages and Systems |
TOCS | | ACM Transactions on Computer Systems |
TSE | | IEEE Transactions on Software Engineering |
TOSEM | | ACM Transactions on Software Engineering and Methodology |
TIFS | | IEEE Transactions on Information Forensics and Security |
JACM | | Journal of the ACM | J. ACM; Journal of the Association for Computing Machinery
CACM | | Communications of the ACM | Commun. ACM
CSUR | | ACM Computing Surveys | ACM Comput. Surv.; Computing Surveys
SICOMP | | SIAM Journal on Computing |
Annals of Statistics | | The Annals of Statistics |
JASA | | Journal of the American Statistical Association |
JRSSB | | Journal of the Royal Statistical Society: Series B |
Biometrika | | Biometrika |
JMLR MLOSS | | Journal of Machine Learning Research, Machine Learning Open Source Software |
JOSS | | Journal of Open Source Software |
Distill | | Distill |
PRL | | Physical Review Letters | Phys. Rev. Lett.
PRX | | Physical Review X | Phys. Rev. X
Proceedings of the IEEE | | Proceedings of the IEEE | Proc. IEEE
IEEE Access | | IEEE Access |
Artificial Intelligence Review | | Artificial Intelligence Review | Artif. Intell. Rev.
IEEE Intelligent Systems | | IEEE Intelligent Systems | IEEE Intell. Syst.
Knowledge-Based Systems | | Knowledge-Based Systems | Knowl. Based Syst.
ESWA | | Expert Systems with Applications | Expert Syst. Appl.
IPM | | Information Processing and Management |
TCI | | IEEE Transactions on Computational Imaging | Transactions on Computational Imaging
Pattern Recognition Letters | | Pattern Recognition Letters | Pattern Recognit. Lett.
IVC | | Image and Vision Computing |
Briefings in Bioinformatics | | Briefings in Bioinformatics |
BMC Bioinformatics | | BMC Bioinformatics |
Nucleic Acids Research | | Nucleic Acids Research | Nucleic Acids Res.
npj Digital Medicine | | npj Digital Medicine |
Computers in Biology and Medicine | | Computers in Biology and Medicine |
Journal of Cheminformatics | | Journal of Cheminformatics |
MIS Quarterly | | MIS Quarterly |
Review of Financial Studies | | The Review of Financial Studies | Review of Financial Studies
Journal of Economic Perspectives | | Journal of Economic Perspectives | J. Econ. Perspect.
American Economic Journal: Applied Economics | | American Economic Journal: Applied Economics | AEJ Applied; AEJ: Applied
Journal of Finance | | The Journal of Finance |
Journal of Financial Economics | | Journal of Financial Economics | JFE
Review of Economics and Statistics | | The Review of Economics and Statistics | REStat
Administrative Science Quarterly | | Administrative Science Quarterly | ASQ
World Politics | | World Politics |
Journal of Labor Economics | | Journal of Labor Economics | JOLE
ILR Review | | ILR Review | ILRR; Industrial and Labor Relations Review
American Political Science Review | | American Political Science Review | APSR; Am. Polit. Sci. Rev.
American Journal of Political Science | | American Journal of Political Science | AJPS; Am. J. Polit. Sci.
American Sociological Review | | American Sociological Review |
American Journal of Sociology | | American Journal of Sociology | AJS
Journal of Personality and Social Psychology | | Journal of Personality and Social Psychology | JPSP; J. Pers. Soc. Psychol.
Psychological Bulletin | | Psychological Bulletin | Psychol. Bull.; Psych. Bulletin
Behavioral and Brain Sciences | | Behavioral and Brain Sciences | Behav. Brain Sci.
Trends in Cognitive Sciences | | Trends in Cognitive Sciences | Trends Cogn. Sci.
Cognitive Science | | Cognitive Science |
Psychological Review | | Psychological Review | Psychol. Rev.; Psych. Review
Nature Genetics | | Nature Genetics | Nat. Genet.
Nature Reviews Genetics | | Nature Reviews Genetics | Nat. Rev. Genet.
Nature Reviews Neuroscience | | Nature Reviews Neuroscience | Nat. Rev. Neurosci.
Nature Chemistry | | Nature Chemistry | Nat. Chem.
Nature Materials | | Nature Materials | Nat. Mater.
Nature Cell Biology | | Nature Cell Biology | Nat. Cell Biol.
Nature Climate Change | | Nature Climate Change | Nat. Clim. Change; Nat. Clim. Chang.
Nature Geoscience | | Nature Geoscience | Nat. Geosci.
Cell Reports | | Cell Reports | Cell Rep.
Molecular Cell | | Molecular Cell | Mol. Cell
Current Biology | | Current Biology | Curr. Biol.
Genome Biology | | Genome Biology | Genome Biol.
Genome Research | | Genome Research | Genome Res.
PLOS Biology | | PLOS Biology | PLoS Biol.
PLOS Genetics | | PLOS Genetics | PLoS Genet.
Journal of Neuroscience | | The Journal of Neuroscience | J. Neurosci.
Journal of Neurophysiology | | Journal of Neurophysiology | J. Neurophysiol.
Journal of Cognitive Neuroscience | | Journal of Cognitive Neuroscience | J. Cogn. Neurosci.
Cerebral Cortex | | Cerebral Cortex | Cereb. Cortex
NeuroImage | | NeuroImage |
Annual Review of Psychology | | Annual Review of Psychology | Annu. Rev. Psychol.
Journal of Memory and Language | | Journal of Memory and Language | J. Mem. Lang.
ACS Central Science | | ACS Central Science | ACS Cent. Sci.
Chemical Society Reviews | | Chemical Society Reviews | Chem. Soc. Rev.
Accounts of Chemical Research | | Accounts of Chemical Research | Acc. Chem. Res.
Journal of Chemical Physics | | The Journal of Chemical Physics | J. Chem. Phys.
Journal of Chemical Theory and Computation | | Journal of Chemical Theory and Computation | JCTC; J. Chem. Theory Comput.
Journal of Chemical Information and Modeling | | Journal of Chemical Information and Modeling | JCIM; J. Chem. Inf. Model.
Journal of Physical Chemistry Letters | | The Journal of Physical Chemistry Letters | J. Phys. Chem. Lett.
Geophysical Research Letters | | Geophysical Research Letters | GRL; Geophys. Res. Lett.
Journal of Geophysical Research | | Journal of Geophysical Research | J. Geophys. Res.
Journal of Climate | | Journal of Climate | J. Climate; J. Clim.
Journal of Fluid Mechanics | | Journal of Fluid Mechanics | J. Fluid Mech.
Journal of Computational Physics | | Journal of Computational Physics | J. Comput. Phys.
Communications in Mathematical Physics | | Communications in Mathematical Physics | Commun. Math. Phys.
Annals of Mathematics | | Annals of Mathematics | Ann. of Math.; Ann. Math.
Inventiones Mathematicae | | Inventiones Mathematicae | Invent. Math.
Journal of the American Mathematical Society | | Journal of the American Mathematical Society | J. Amer. Math. Soc.
Transactions of the American Mathematical Society | | Transactions of the American Mathematical Society | Trans. Amer. Math. Soc.
Journal of Economic Literature | | Journal of Economic Literature | J. Econ. Lit.
Journal of Politics | | The Journal of Politics |
American Historical Review | | The American Historical Review |
Philosophical Review | | The Philosophical Review | Phil. Review; Philos. Rev.
Journal of Philosophy | | The Journal of Philosophy | J. Philos.
Linguistic Inquiry | | Linguistic Inquiry |
Natural Language & Linguistic Theory | | Natural Language & Linguistic Theory | NLLT; Natural Language and Linguistic Theory
European Heart Journal | | European Heart Journal | Eur. Heart J.
JACC | | Journal of the American College of Cardiology | J. Am. Coll. Cardiol.
Annals of Internal Medicine | | Annals of Internal Medicine | Ann. Intern. Med.
Journal of Clinical Oncology | | Journal of Clinical Oncology | J. Clin. Oncol.
"""

PREPRINTS = """
arXiv | | arXiv preprint | CoRR; ArXiv e-prints; Computing Research Repository; arXiv.org
bioRxiv | | bioRxiv | BioRxiv
medRxiv | | medRxiv | MedRxiv
ChemRxiv | | ChemRxiv |
PsyArXiv | | PsyArXiv |
TechRxiv | | TechRxiv |
SSRN | | SSRN | SSRN Electronic Journal
OSF Preprints | | OSF Preprints |
Research Square | | Research Square |
Preprints.org | | Preprints.org |
HAL | | HAL | HAL preprint
ePrint | | IACR Cryptology ePrint Archive | Cryptology ePrint Archive; IACR ePrint
"""
