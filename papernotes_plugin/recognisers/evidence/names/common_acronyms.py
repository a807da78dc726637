"""Acronyms and institutions that everybody uses for other things than papers, so that prose never names a paper so."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run

_TABLE = """
    ABI ACID ACL AI ALU AOT API APP ARM ASAP ASCII ASIC ASR AST ATM ATP AUC AWS BFS BIOS BMI BSD CDN CEO CFO CI
    CLI CMS CNN CPU CRC CRUD CSS CSV CT CTO CV DAG DB DCT DFA DFS DFT DHCP DHT DIY DL DMA DNA DNS DOI DOM DRM
    DSL DSP ECG EEG EKG EM EMR EOF ER ETA ETL EU FAQ FAT FFT FIFO FMRI FPGA FPS FTP FYI GAN GC GCC GDP GDPR GIF
    GMM GNN GNU GPL GPS GPU GRU GUI HDD HIV HMM HPC HR HTML HTTP HTTPS HZ IC ICA ICU ID IDE IEEE IO IOT IP IPO
    IR IRQ ISA ISBN ISO ISP IT JIT JPEG JSON JVM KNN KPI LAN LCD LDA LED LIFO LLM LRU LSTM LTE LTS MAC MAE MAP
    MBA MCMC MDP MIME ML MLE MLP MMU MRI MSE MVC MVP NAS NASA NAT NFA NFC NGO NIC NLP NMR NP NSF NTFS OCR ODE
    OKR OOP ORM OS PC PCA PCB PCI PCR PDE PDF PET PGP PHP PID PNG POS POSIX PPT PR QA QR RAID RAM REPL REST RF
    RFC RFID RGB RL RMSE RNA RNN ROC ROI ROM RPC RSS SAAS SAT SDE SDK SEO SGD SLA SME SMS SMT SMTP SNR SOC SOTA SQL
    SSD SSH SSL STEM SVD SVG SVM TBD TCP TDD TLB TLS TODO TPU TTL TTS TV UDP UEFI UI UK UML UN URI URL US USA
    USB UTC UTF UUID UX VAE VAT VLAN VM VPN VR WAN WIFI WIP WWW XML XSS YAML
    LVLM MLLM MoE MOE NER NMT RLHF SFT VLM
    arXiv ArXiv BAAI ByteDance CMU CSAIL DeepMind EPFL ETH GitHub GitLab HuggingFace IBM INRIA KAIST LinkedIn MIT NVIDIA
    OpenAI OpenReview UCB UCLA UCSD USTC YouTube
"""
_ACRONYMS = frozenset(word + ending for word in _TABLE.split() for ending in ("", "s"))
"""Acronyms, and names of institutions and sites, with which links call what they lead to, also in the plural."""
_PUBLISHERS = ("ACM ", "IEEE ", "USENIX ")
"""The beginnings of names of venues: `ACM TIST`."""
_PARTS = lazy_regex(r"[\s/&+-]+")
_YEAR = lazy_regex(optional_run(r"\s'’-") + r"(?:(?:19|20)\d\d|(?<=['’])\d\d)$")


def is_common(name: str) -> bool:
    """Return whether a name is an everyday or technical acronym, or that of a venue, and nothing else.

    Examples:
        >>> [is_common(name) for name in ("USB", "AI/ML", "VLMs", "ICLR", "ACL2019", "Nature", "KAN", "LoRA")]
        [True, True, True, True, True, True, False, False]
    """
    name = _YEAR.sub("", name) if name[-1:].isdigit() else name
    if _ACRONYMS.issuperset(_PARTS.split(name)):
        return True
    if name.startswith(_PUBLISHERS):
        return True
    if not name.isalpha():
        return False
    venue = venues.parse_venue(name)[0]
    return venue == name or (not name[1:].islower() and venue.casefold() == name.casefold())
