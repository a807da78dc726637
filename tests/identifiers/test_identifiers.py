"""Tests of identifiers: every spelling is recognised, and nothing else is."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papernotes_plugin.identifiers import (
    SCHEMES,
    arxiv_version_of_url,
    canonical_url,
    equivalents,
    find_identifiers,
    from_url,
    is_paper_file,
    parse_identifier,
    scheme_label,
    url_identifier,
)
from papernotes_plugin.identifiers.url_hosts import READERS_BY_HOST
from papernotes_plugin.vocabulary.model import Identifier

SPELLINGS = {
    "arxiv:1706.03762": """
        https://arxiv.org/abs/1706.03762
        http://arxiv.org/abs/1706.03762v5
        https://www.arxiv.org/abs/1706.03762v1
        https://arxiv.org/pdf/1706.03762
        https://arxiv.org/pdf/1706.03762.pdf
        https://arxiv.org/pdf/1706.03762v5.pdf#page=3
        https://arxiv.org/html/1706.03762v7
        https://arxiv.org/html/1706.03762v7#S3
        https://arxiv.org/ps/1706.03762
        https://arxiv.org/abs/1706.03762/
        https://arxiv.org/abs/1706.03762.
        https://arxiv.org/abs/1706.03762),
        https://arxiv.org/abs/1706.03762?context=cs.LG
        https://arxiv.org/abs/arXiv:1706.03762
        HTTPS://ARXIV.ORG/abs/1706.03762
        https://export.arxiv.org/abs/1706.03762
        https://browse.arxiv.org/pdf/1706.03762.pdf
        https://ar5iv.org/abs/1706.03762
        https://ar5iv.labs.arxiv.org/html/1706.03762
        https://www.alphaxiv.org/abs/1706.03762v5
        https://www.alphaxiv.org/overview/1706.03762
        https://www.arxiv-vanity.com/papers/1706.03762/
        https://huggingface.co/papers/1706.03762
        https://hf.co/papers/1706.03762
        https://papers.cool/arxiv/1706.03762
        https://scirate.com/arxiv/1706.03762
        https://doi.org/10.48550/arXiv.1706.03762
        https://doi.org/10.48550/ARXIV.1706.03762
        https://dx.doi.org/10.48550/arxiv.1706.03762
        https://api.semanticscholar.org/arXiv:1706.03762
        https://scholar.google.com/scholar_lookup?arxiv_id=1706.03762
        https://arxiv-org.proxy.lib.example.edu/abs/1706.03762
        https://arxiv.org.ezproxy.example.edu/abs/1706.03762
        https://web.archive.org/web/20230101000000/https://arxiv.org/abs/1706.03762
        https://r.jina.ai/https://arxiv.org/abs/1706.03762
        https://login.proxy.example.edu/login?url=https://arxiv.org/abs/1706.03762
        https://www.google.com/url?q=https://arxiv.org/abs/1706.03762&sa=D
        https://www.alphaxiv.org/zh/overview/1706.03762
        https://www.alphaxiv.org/audio/1706.03762
        https://huggingface.co/papers/1706.03762v2#community
        https://ui.adsabs.harvard.edu/abs/arXiv:1706.03762
    """,
    "arxiv:math/0309136": """
        https://arxiv.org/abs/math/0309136
        https://arxiv.org/abs/math.GT/0309136v2
        https://arxiv.org/pdf/math/0309136v1.pdf
    """,
    "arxiv:hep-th/9711200": "https://arxiv.org/abs/hep-th/9711200",
    "openreview:SI2hI0frk6": """
        https://openreview.net/forum?id=SI2hI0frk6
        http://openreview.net/forum?id=SI2hI0frk6#discussion
        https://openreview.net/pdf?id=SI2hI0frk6
        https://openreview.net/forum?noteId=abcdefghij&id=SI2hI0frk6
        https://openreview.net/forum?id=SI2hI0frk6&noteId=abcdefghij
        https://openreview.net/forum?id=SI2hI0frk6&amp;referrer=%5BTasks%5D(%2Ftasks)
        https://openreview.net/attachment?id=SI2hI0frk6&name=pdf
        https://openreview.net/forum?id=SI2hI0frk6.
        https://iclr.cc/virtual_2020/poster_SI2hI0frk6.html
    """,
    "acl:P19-1001": """
        https://aclanthology.org/P19-1001
        https://aclanthology.org/P19-1001/
        https://aclanthology.org/P19-1001.pdf
        https://aclanthology.org/P19-1001v2.pdf
        https://aclanthology.org/P19-1001.bib
        https://www.aclweb.org/anthology/P19-1001
        https://www.aclweb.org/anthology/P19-1001.pdf
        https://www.aclweb.org/anthology/papers/P/P19/P19-1001/
        https://aclanthology.org/p19-1001/
    """,
    "acl:2020.acl-main.1": "https://aclanthology.org/2020.acl-main.1/ https://aclanthology.org/2020.acl-main.1.pdf",
    "acl:2023.findings-emnlp.12": "https://aclanthology.org/2023.findings-emnlp.12",
    "pmlr:v70/finn17a": """
        https://proceedings.mlr.press/v70/finn17a.html
        http://proceedings.mlr.press/v70/finn17a
        https://proceedings.mlr.press/v70/finn17a/finn17a.pdf
        https://raw.githubusercontent.com/mlresearch/v70/main/assets/finn17a/finn17a.pdf
    """,
    "cvf:content/CVPR2023/Xu_A_Title_CVPR_2023_paper": """
        https://openaccess.thecvf.com/content/CVPR2023/html/Xu_A_Title_CVPR_2023_paper.html
        https://openaccess.thecvf.com/content/CVPR2023/papers/Xu_A_Title_CVPR_2023_paper.pdf
    """,
    "cvf:content_CVPR_2019/Xu_A_CVPR_2019_paper": """
        http://openaccess.thecvf.com/content_CVPR_2019/html/Xu_A_CVPR_2019_paper.html
        https://openaccess.thecvf.com/content_CVPR_2019/papers/Xu_A_CVPR_2019_paper.pdf
    """,
    "cvf:content_cvpr_2018/Xu_A_CVPR_2018_paper": """
        http://openaccess.thecvf.com/content_cvpr_2018/html/Xu_A_CVPR_2018_paper.html
        http://openaccess.thecvf.com/content_CVPR_2018/html/Xu_A_CVPR_2018_paper.html
        https://www.cv-foundation.org/openaccess/content_cvpr_2018/papers/Xu_A_CVPR_2018_paper.pdf
    """,
    "cvf:content_CVPRW_2020/w1/Xu_A_CVPRW_2020_paper": """
        https://openaccess.thecvf.com/content_CVPRW_2020/html/w1/Xu_A_CVPRW_2020_paper.html
        https://openaccess.thecvf.com/content_CVPRW_2020/papers/w1/Xu_A_CVPRW_2020_paper.pdf
    """,
    "cvf:content/CVPR2021W/NTIRE/Xu_A_CVPRW_2021_paper": (
        "https://openaccess.thecvf.com/content/CVPR2021W/NTIRE/papers/Xu_A_CVPRW_2021_paper.pdf"
    ),
    "icml:2025/43502": "https://icml.cc/virtual/2025/poster/43502 https://www.icml.cc/virtual/2025/poster/43502/",
    "icml-oral:2025/47123": "https://icml.cc/virtual/2025/oral/47123",
    "iclr:2024/17455": "https://iclr.cc/virtual/2024/poster/17455",
    "neurips:2023/71001": "https://neurips.cc/virtual/2023/poster/71001 https://nips.cc/virtual/2023/poster/71001",
    "cvpr:2024/29870": "https://cvpr.thecvf.com/virtual/2024/poster/29870",
    "nips:2017/3f5ee243547dee91fbd053c1c4a845aa": """
        https://papers.nips.cc/paper/2017/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract.html
        https://proceedings.neurips.cc/paper/2017/file/3f5ee243547dee91fbd053c1c4a845aa-Paper.pdf
        https://papers.neurips.cc/paper_files/paper/2017/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract.html
    """,
    "nips:2022/3f5ee243547dee91fbd053c1c4a845aa": """
        https://proceedings.neurips.cc/paper_files/paper/2022/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract-Conference.html
        https://papers.nips.cc/paper_files/paper/2022/file/3f5ee243547dee91fbd053c1c4a845aa-Paper-Conference.pdf
    """,
    "nips:2022/3f5ee243547dee91fbd053c1c4a845aa-Datasets_and_Benchmarks": (
        "https://papers.nips.cc/paper_files/paper/2022/hash/"
        "3f5ee243547dee91fbd053c1c4a845aa-Abstract-Datasets_and_Benchmarks.html"
    ),
    "nips-number:7181-attention-is-all-you-need": """
        https://papers.nips.cc/paper/7181-attention-is-all-you-need
        http://papers.nips.cc/paper/7181-attention-is-all-you-need.pdf
    """,
    "mlsys-paper:2024/3f5ee243547dee91fbd053c1c4a845aa": (
        "https://proceedings.mlsys.org/paper_files/paper/2024/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract-Conference.html"
    ),
    "jmlr:v15/srivastava14a": """
        https://jmlr.org/papers/v15/srivastava14a.html
        http://www.jmlr.org/papers/volume15/srivastava14a/srivastava14a.pdf
    """,
    "pmid:31178118": """
        https://pubmed.ncbi.nlm.nih.gov/31178118/
        https://www.ncbi.nlm.nih.gov/pubmed/31178118
        https://europepmc.org/article/MED/31178118
    """,
    "pmcid:PMC6611111": """
        https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6611111/
        https://pmc.ncbi.nlm.nih.gov/articles/PMC6611111/pdf/x.pdf
    """,
    "isbn:9780262035613": """
        https://openlibrary.org/isbn/0262035618
        https://www.worldcat.org/isbn/9780262035613
        urn:isbn:0262035618
        isbn:0-262-03561-8
    """,
    "s2:204e3073870fae3d05bcbc2f6a8e263d9b72e776": """
        https://www.semanticscholar.org/paper/Attention-is-All/204e3073870fae3d05bcbc2f6a8e263d9b72e776
        https://www.semanticscholar.org/paper/204e3073870fae3d05bcbc2f6a8e263d9b72e776
        https://www.semanticscholar.org/reader/204e3073870fae3d05bcbc2f6a8e263d9b72e776
    """,
    "s2:CorpusID:13756489": "https://api.semanticscholar.org/CorpusID:13756489",
    "ieee:7780459": """
        https://ieeexplore.ieee.org/document/7780459
        https://ieeexplore.ieee.org/abstract/document/7780459/
        https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=7780459
        https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arNumber=7780459
        https://ieeexplore-ieee-org.proxy.lib.example.edu/document/7780459
    """,
    "doi:10.1145/3297280.3297641": """
        https://doi.org/10.1145/3297280.3297641
        http://dx.doi.org/10.1145/3297280.3297641
        https://www.doi.org/10.1145/3297280.3297641.
        https://dl.acm.org/doi/10.1145/3297280.3297641
        https://dl.acm.org/doi/abs/10.1145/3297280.3297641
        https://dl.acm.org/doi/pdf/10.1145/3297280.3297641
        https://dl.acm.org/doi/fullHtml/10.1145/3297280.3297641
        https://dl.acm.org/citation.cfm?doid=3297280.3297641
        https://doi-org.proxy.lib.example.edu/10.1145/3297280.3297641
        https://dl-acm-org.proxy.example.edu/doi/10.1145/3297280.3297641
        https://doi.org/10.1145%2F3297280.3297641
        https://doi.org/10.1145/3297280.3297641)
    """,
    "doi:10.32614/rj-2021-052": """
        https://journal.r-project.org/articles/RJ-2021-052/
        https://journal.r-project.org/archive/2021/RJ-2021-052/index.html
    """,
    "doi:10.123/456": "http://doi.org/urn:doi:10.123/456 https://doi.org/doi:10.123/456",
    "doi:10.1006/rwei.1999%.0001": "http://doi.org/10.1006/rwei.1999%25.0001",
    "doi:10.1006/rwei.1999#.0001": "http://doi.org/10.1006/rwei.1999%23.0001",
    "doi:10.1006/rwei.1999?.0001": "http://doi.org/10.1006/rwei.1999%3F.0001",
    'doi:10.1006/rwei.1999".0001': "http://doi.org/10.1006/rwei.1999%22.0001",
    "shortdoi:10/gf4gqc": "https://doi.org/10/gf4gqc https://doi.org/gf4gqc http://dx.doi.org/10%2Fgf4gqc",
    "doi:10.1007/978-3-319-24574-4_28": """
        https://link.springer.com/chapter/10.1007/978-3-319-24574-4_28
        https://link.springer.com/content/pdf/10.1007/978-3-319-24574-4_28.pdf
        https://link.springer.com/content/pdf/10.1007%2F978-3-319-24574-4_28.pdf
        https://link.springer.com/download/epub/10.1007%2F978-3-319-24574-4_28.epub
    """,
    "doi:10.1038/s41586-021-03819-2": """
        https://www.nature.com/articles/s41586-021-03819-2
        https://www.nature.com/articles/s41586-021-03819-2.pdf
        https://www.nature.com/articles/s41586-021-03819-2#Sec1
    """,
    "doi:10.1038/nature14539": """
        https://www.nature.com/articles/nature14539
        https://www.nature.com/nature/journal/v521/n7553/full/nature14539.html
        http://www.nature.com/nature/journal/v521/n7553/abs/nature14539.html
    """,
    "doi:10.1126/science.abj8754": """
        https://www.science.org/doi/10.1126/science.abj8754
        https://www.science.org/doi/full/10.1126/science.abj8754
        https://www.science.org/doi/pdf/10.1126/SCIENCE.ABJ8754
    """,
    "doi:10.1126/science.aap8757": """
        https://science.sciencemag.org/content/360/6385/eaap8757
        https://science.sciencemag.org/lookup/doi/10.1126/science.aap8757
    """,
    "doi:10.1126/scitranslmed.aan4730": "https://stm.sciencemag.org/content/10/430/eaan4730.full",
    "doi:10.1126/sciadv.aaw3538": "https://advances.sciencemag.org/content/5/10/eaaw3538",
    "doi:10.1126/sciimmunol.aat4579": "https://immunology.sciencemag.org/content/3/26/eaat4579",
    "doi:10.1126/scisignal.aar8371": "https://stke.sciencemag.org/content/11/534/eaar8371.abstract",
    "doi:10.1126/scirobotics.aau5872": "https://robotics.sciencemag.org/content/4/26/eaau5872",
    "doi:10.1002/rob.21831": """
        https://onlinelibrary.wiley.com/doi/abs/10.1002/rob.21831
        https://onlinelibrary.wiley.com/doi/10.1002/rob.21831/full
        https://x.onlinelibrary.wiley.com/doi/10.1002/rob.21831
    """,
    "doi:10.1101/2024.10.31.621071": """
        https://www.biorxiv.org/content/10.1101/2024.10.31.621071v1
        https://www.biorxiv.org/content/10.1101/2024.10.31.621071v2.full.pdf+html
        https://www.biorxiv.org/content/10.1101/2024.10.31.621071v1.abstract
        https://www.biorxiv.org/content/biorxiv/early/2024/11/01/2024.10.31.621071.full.pdf
        https://doi.org/10.1101/2024.10.31.621071
        https://www.biorxiv.org/cgi/content/short/2024.10.31.621071v1
        https://connect.biorxiv.org/content/10.1101/2024.10.31.621071v1
    """,
    "doi:10.1371/journal.pone.0029740": "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0029740",
    "doi:10.1103/physrevlett.116.061102": "https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.116.061102",
    "doi:10.3389/fnins.2020.00001": "https://www.frontiersin.org/articles/10.3389/fnins.2020.00001/full",
    "doi:10.1162/tacl_a_00338": "https://direct.mit.edu/tacl/article/doi/10.1162/tacl_a_00338/96460/A-Title",
    "doi:10.5281/zenodo.1234567": "https://zenodo.org/record/1234567 https://zenodo.org/records/1234567#files",
    "doi:10.7554/elife.12345": "https://elifesciences.org/articles/12345",
    "doi:10.1186/s13321-021-00500-8": "https://jcheminf.biomedcentral.com/articles/10.1186/s13321-021-00500-8/figures/2",
    "doi:10.1073/pnas.2018093118": "https://www.pnas.org/content/118/6/e2018093118",
    "arxiv:1801.10198": "https://arxiv.org/abs/1801.10198%0A",
    "doi:10.4324/9781003459026": "https://www.taylorfrancis.com/books/oa-edit/10.4324/9781003459026/generative-ai-cecilia-chan",
    "doi:10.1093/acprof:oso/9780199548927.001.0001": (
        "https://oxford.universitypressscholarship.com/view/10.1093/acprof:oso/9780199548927.001.0001/acprof-9780199548927"
    ),
    "doi:10.1017/s0020818300001697": "https://doi.org/10.1017/S0020818300001697https://doi.org/10.1017/S0020818300001697",
    "doi:10.1093/acrefore/9780190846626.013.320": (
        "https://oxfordre.com/view/10.1093/acrefore/9780190846626.001.0001/acrefore-9780190846626-e-320"
    ),
    "doi:10.1088/1361-6382/aa51f4": "https://iopscience-iop-org.proxy.example.edu/article/10.1088/1361-6382/aa51f4",
    "aaai:AAAI/29000": "https://ojs.aaai.org/index.php/AAAI/article/view/29000/29900",
    "ijcai:2019/123": "https://www.ijcai.org/proceedings/2019/123 https://www.ijcai.org/proceedings/2019/0123.pdf",
    "usenix:nsdi20/liu": "https://www.usenix.org/conference/nsdi20/presentation/liu",
    "isca:interspeech_2023/smith23_interspeech": (
        "https://www.isca-archive.org/interspeech_2023/smith23_interspeech.html "
        "https://www.isca-speech.org/archive/interspeech_2023/smith23_interspeech.html"
    ),
    "iacr:2023/045": """
        https://eprint.iacr.org/2023/045
        https://eprint.iacr.org/2023/045.pdf
        https://eprint.iacr.org/2023/45
        http://eprint.iacr.org/eprint-bin/getfile.pl?entry=2023/045&version=20230505:100000&file=045.pdf
        https://eprint.iacr.org/2023/045/20230105:000000
        https://ia.cr/2023/045
        https://eprint.iacr.org/archive/2023/045/1577.pdf
        https://eprint.iacr.org/2023/045.ps
    """,
    "hal:hal-01234567": """
        https://hal.science/hal-01234567
        https://hal.archives-ouvertes.fr/hal-01234567v2/document
        https://inria.hal.science/hal-01234567/file/x.pdf
        https://hal.sorbonne-universite.fr/hal-01234567
        https://hal.univ-lorraine.fr/hal-01234567v1/file/x.pdf
        https://hal.laas.fr/hal-01234567/
        https://hal.inrae.fr/hal-01234567
        https://hal.inria.fr/hal-01234567/en/
    """,
    "ssrn:4012345": """
        https://papers.ssrn.com/sol3/papers.cfm?abstract_id=4012345
        https://papers.ssrn.com/sol3/papers.cfm?ABSTRACT_ID=4012345
        https://papers.ssrn.com/sol3/Delivery.cfm/SSRN_ID4012345_code1.pdf?abstractid=4012345&mirid=1
        https://ssrn.com/abstract=4012345
        http://www.ssrn.com/abstract=4012345
        https://papers.ssrn.com/abstract=4012345
        https://papers.ssrn.com/sol3/Papers.cfm?abstract_id=4012345&rec=1
        https://papers.ssrn.com/sol3/Delivery.cfm?abstractid=4012345
        https://privwww.ssrn.com/abstract=4012345
        https://hq.ssrn.com/submissions/SimpleSubmission.cfm?AbstractID=4012345
    """,
    "osf:ab3cd": """
        https://osf.io/preprints/psyarxiv/ab3cd
        https://psyarxiv.com/ab3cd/
        https://osf.io/preprints/psyarxiv/ab3cd_v1
        https://osf.io/preprints/ab3cd
        https://osf.io/preprints/socarxiv/ab3cd/download
        http://www.psyarxiv.com/ab3cd
        https://edarxiv.org/ab3cd
    """,
    "pii:S0092867421002834": """
        https://www.sciencedirect.com/science/article/pii/S0092867421002834
        https://www.sciencedirect.com/science/article/abs/pii/S0092867421002834?via%3Dihub
        https://www.cell.com/cell/fulltext/S0092-8674(21)00283-4
    """,
    "rss:16/p001": "http://www.roboticsproceedings.org/rss16/p001.html https://www.roboticsproceedings.org/rss16/p001.pdf",
    "distill:2017/feature-visualization": "https://distill.pub/2017/feature-visualization/",
    "dblp:conf/nips/VaswaniSPUJGKP17": """
        https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17
        https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html?view=bibtex
        https://dblp.uni-trier.de/rec/bibtex/conf/nips/VaswaniSPUJGKP17
    """,
    "pwc:attention-is-all-you-need": """
        https://paperswithcode.com/paper/attention-is-all-you-need
        https://www.paperswithcode.com/paper/attention-is-all-you-need/review/
        https://cs.paperswithcode.com/paper/attention-is-all-you-need
    """,
    "openalex:W2963403868": "https://openalex.org/W2963403868 https://openalex.org/works/w2963403868",
    "doi:10.3386/w12345": """
        https://www.nber.org/papers/w12345
        https://www.nber.org/papers/w12345.pdf
        https://www.nber.org/system/files/working_papers/w12345/w12345.pdf
        https://doi.org/10.3386/w12345
        http://nber.org/papers/w12345/
        https://papers.nber.org/papers/W12345
        https://www.nber.org/papers/w12345?utm_campaign=ntwh
    """,
    "mdpi:2076-3417/10/1/123": """
        https://www.mdpi.com/2076-3417/10/1/123
        https://www.mdpi.com/2076-3417/10/1/123/htm
        https://www.mdpi.com/2076-3417/10/1/123/pdf?version=1577234567
        http://mdpi.com/2076-3417/10/1/123/
        https://www.mdpi.com/2076-3417/10/1/123#cite
    """,
    "euclid:aos/1176342360": """
        https://projecteuclid.org/euclid.aos/1176342360
        https://projecteuclid.org/download/pdf_1/euclid.aos/1176342360
        https://projecteuclid.org/download/pdfview_1/euclid.aos/1176342360
        https://projecteuclid.org/DPubS?service=UI&version=1.0&verb=Display&handle=euclid.aos/1176342360
        https://www.projecteuclid.org/euclid.aos/1176342360
    """,
    "doi:10.1214/aos/1176342360": (
        "https://projecteuclid.org/journals/annals-of-statistics/volume-1/issue-2/A-Title/10.1214/aos/1176342360.full"
    ),
    "chemrxiv:60c73dbabdbb89ba7ea38a13": """
        https://chemrxiv.org/engage/chemrxiv/article-details/60c73dbabdbb89ba7ea38a13
        https://chemrxiv.org/engage/api-gateway/chemrxiv/assets/orp/resource/item/60c73dbabdbb89ba7ea38a13/original/a-title.pdf
    """,
    "doi:10.26434/chemrxiv-2021-b1xqk": """
        https://chemrxiv.org/doi/full/10.26434/chemrxiv-2021-b1xqk
        https://doi.org/10.26434/chemrxiv-2021-b1xqk-v2
    """,
    "jstage:tjsai/35/2/35_A-J72": """
        https://www.jstage.jst.go.jp/article/tjsai/35/2/35_A-J72/_article/-char/ja/
        https://www.jstage.jst.go.jp/article/tjsai/35/2/35_A-J72/_pdf
        https://jstage.jst.go.jp/article/tjsai/35/2/35_A-J72/_pdf/-char/en
        https://www.jstage.jst.go.jp/pub/article/tjsai/35/2/35_A-J72/_article
    """,
    "cinii:1390001204376543210": "https://cir.nii.ac.jp/crid/1390001204376543210 https://cir.nii.ac.jp/crid/1390001204376543210/",
    "kci:ART002012345": """
        https://www.kci.go.kr/kciportal/landing/article.kci?arti_id=ART002012345
        https://www.kci.go.kr/kciportal/ci/sereArticleSearch/ciSereArtiView.kci?sereArticleSearchBean.artiId=ART002012345
        https://kci.go.kr/kciportal/landing/article.kci?arti_id=ART002012345
        https://journal.kci.go.kr/x/archive/articleView?artiId=ART002012345
    """,
    "dbpia:NODE07012345": "https://www.dbpia.co.kr/journal/articleDetail?nodeId=NODE07012345",
    "cnki:JSJX201401001": """
        https://kns.cnki.net/kcms/detail/detail.aspx?dbcode=CJFD&filename=JSJX201401001
        https://www.cnki.com.cn/Article/CJFDTOTAL-JSJX201401001.htm
        http://www.cnki.com.cn/Article/CJFD2014-JSJX201401001.htm
        https://kns.cnki.net/KCMS/detail/detail.aspx?FileName=JSJX201401001&DbName=CJFD2014
        https://oversea.cnki.net/KCMS/detail/detail.aspx?dbname=CJFD2014&filename=JSJX201401001
        https://mall.cnki.net/magazine/Article/JSJX201401001.htm
        https://cnki.net/kcms/detail/detail.aspx?filename=JSJX201401001
    """,
    "eric:EJ1234567": """
        https://eric.ed.gov/?id=EJ1234567
        https://eric.ed.gov/?q=reading&id=EJ1234567
        https://eric.ed.gov/ERICWebPortal/detail?accno=EJ1234567
        http://www.eric.ed.gov/?id=EJ1234567
    """,
    "eric:ED123456": """
        https://files.eric.ed.gov/fulltext/ED123456.pdf
        https://eric.ed.gov/?id=ED123456
        https://www.eric.ed.gov/PDFS/ED123456.pdf
    """,
    "europepmc:PPR123456": """
        https://europepmc.org/article/PPR/PPR123456
        https://europepmc.org/abstract/PPR/ppr123456
        https://europepmc.org/api/fulltextRepo?pprId=PPR123456
    """,
    "repec:p/nbr/nberwo/12345": """
        https://ideas.repec.org/p/nbr/nberwo/12345.html
        https://econpapers.repec.org/paper/nbrnberwo/12345.htm
    """,
    "repec:a/aea/aecrev/v100y2010i1p1-2": """
        https://ideas.repec.org/a/aea/aecrev/v100y2010i1p1-2.html
        https://econpapers.repec.org/article/aeaaecrev/v_3a100_3ay_3a2010_3ai_3a1_3ap_3a1-2.htm
    """,
    "philpapers:CHALAC-2": """
        https://philpapers.org/rec/CHALAC-2
        https://philarchive.org/rec/CHALAC-2
        https://philarchive.org/archive/CHALAC-2v1
        https://philpapers.org/archive/CHALAC-2.pdf
        http://www.philpapers.org/rec/CHALAC-2/
        https://philpapers.org/go.pl?id=CHALAC-2&u=https%3A%2F%2Fx.example
    """,
    "researchgate:220320803": """
        https://www.researchgate.net/publication/220320803_A_Title
        https://www.researchgate.net/profile/Some-One/publication/220320803_A_Title/links/abc/A-Title.pdf
        https://www.researchgate.net/publication/220320803
        https://m.researchgate.net/publication/220320803
        http://www.researchgate.net/publication/220320803/citations
        https://www.researchgate.net/publication/220320803_A_Title?enrichId=rgreq-1
    """,
    "citeseerx:10.1.1.34.2426": """
        http://citeseerx.ist.psu.edu/viewdoc/summary?doi=10.1.1.34.2426
        http://citeseerx.ist.psu.edu/viewdoc/download?doi=10.1.1.34.2426&rep=rep1&type=pdf
        https://citeseerx.ist.psu.edu/doc/10.1.1.34.2426
        https://citeseerx.ist.psu.edu/viewdoc/versions?doi=10.1.1.34.2426
        http://citeseer.ist.psu.edu/viewdoc/summary?doi=10.1.1.34.2426
    """,
    "citeseerx-file:0a1b2c3d4e5f60718293a4b5c6d7e8f901234567": """
        https://citeseerx.ist.psu.edu/doc_view/pid/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
        https://citeseerx.ist.psu.edu/document?repid=rep1&type=pdf&doi=0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
        https://citeseerx.ist.psu.edu/pdf/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567.pdf
    """,
    "mr:MR0123456": """
        https://mathscinet.ams.org/mathscinet-getitem?mr=MR0123456
        http://www.ams.org/mathscinet-getitem?mr=123456
        https://mathscinet.ams.org/mathscinet/article?mr=123456
        http://www.ams.org/mathscinet/search/publdoc.html?pg1=MR&s1=0123456
        https://www.ams.org/mathscinet-getitem?mr=MR0123456
    """,
    "zbl:1200.12345": """
        https://zbmath.org/1200.12345
        https://zbmath.org/?q=an:1200.12345
        https://zbmath.org/?q=an%3A1200.12345
        https://www.zbmath.org/1200.12345
        https://zbmath.org/?format=complete&q=an:1200.12345
        http://www.zentralblatt-math.org/zmath/en/search/?q=an:1200.12345
        http://www.emis.de/cgi-bin/MATH-item?1200.12345
        http://www.emis.de/zmath-item?1200.12345
    """,
    "jstor:1912934": """
        https://www.jstor.org/stable/1912934
        https://www.jstor.org/stable/pdf/1912934.pdf
        http://jstor.org/stable/1912934?seq=1#page_scan_tab_contents
        https://www.jstor.org/stable/10.2307/1912934
        https://www.jstor.org/discover/10.2307/1912934
        https://www.jstor.org/stable/pdfplus/1912934.pdf
        https://www.jstor.org/pss/1912934
    """,
    "inspire:451647": """
        https://inspirehep.net/literature/451647
        http://inspirehep.net/record/451647
        https://inspirehep.net/record/451647?ln=en
        https://inspirehep.net/api/literature/451647
        https://old.inspirehep.net/record/451647/
    """,
    "scholar:15730220590995320737": """
        https://scholar.google.com/scholar?cluster=15730220590995320737
        https://scholar.google.com/scholar?cluster=15730220590995320737&hl=en&as_sdt=0,5
        https://scholar.google.de/scholar?hl=de&cluster=15730220590995320737
    """,
    "ads:2017arXiv170603762V": """
        https://ui.adsabs.harvard.edu/abs/2017arXiv170603762V/abstract
        https://ui.adsabs.harvard.edu/abs/2017arXiv170603762V
    """,
    "nber:c14007": """
        https://www.nber.org/chapters/c14007
        https://www.nber.org/system/files/chapters/c14007/c14007.pdf
        http://www.nber.org/chapters/c14007.pdf
    """,
    "zbl:07123456": """
        https://zbmath.org/07123456
        https://zbmath.org/pdf/07123456.pdf
    """,
    "acm:1234567": """
        https://dl.acm.org/citation.cfm?id=1234567
        https://dl.acm.org/citation.cfm?id=1234566.1234567&coll=DL
        http://portal.acm.org/citation.cfm?id=1234567&coll=DL&dl=ACM
        https://dl.acm.org/ft_gateway.cfm?id=1234567&type=pdf
        http://delivery.acm.org/10.1145/1230000/1234567/p1-lee.pdf?ip=192.0.2.1&id=1234567
    """,
    "doi:10.1145/1234566.1234567": """
        https://dl.acm.org/citation.cfm?doid=1234566.1234567
        http://doi.acm.org/10.1145/1234566.1234567
        https://dl.acm.org/citation.cfm?doid=10.1145/1234566.1234567
        https://dl.acm.org/doi/pdf/10.1145/1234566.1234567
        https://dl.acm.org/doi/fullHtml/10.1145/1234566.1234567
        https://dlnext.acm.org/doi/10.1145/1234566.1234567
        https://dl.acm.org/doi/abs/10.1145/1234566.1234567?casa_token=x
    """,
    "jstor:j.ctt1287ktz": """
        https://www.jstor.org/stable/j.ctt1287ktz
    """,
    "jstor:j.ctt1287ktz.4": """
        https://www.jstor.org/stable/j.ctt1287ktz.4
        https://www.jstor.org/stable/pdf/j.ctt1287ktz.4.pdf
    """,
    "doi:10.1086/260062": """
        https://www.jstor.org/stable/10.1086/260062
        https://doi.org/10.1086/260062
    """,
    "s2:0a1b2c3d4e5f60718293a4b5c6d7e8f901234567": """
        https://www.semanticscholar.org/paper/A-Title-Name/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
        https://www.semanticscholar.org/paper/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567?sort=x
        https://api.semanticscholar.org/graph/v1/paper/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
        https://pdfs.semanticscholar.org/0a1b/2c3d4e5f60718293a4b5c6d7e8f901234567.pdf
        https://www.semanticscholar.org/reader/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
    """,
    "hal:tel-01234567": """
        https://theses.hal.science/tel-01234567
        https://tel.archives-ouvertes.fr/tel-01234567/document
    """,
    "doi:10.1101/123456": """
        http://biorxiv.org/content/early/2017/01/01/123456
        https://www.biorxiv.org/content/10.1101/123456v1?rss=1
    """,
    "doi:10.1101/2020.03.01.20012345": """
        https://www.medrxiv.org/content/10.1101/2020.03.01.20012345v1.full-text
        https://www.medrxiv.org/content/medrxiv/early/2020/03/01/2020.03.01.20012345.full.pdf
        https://connect.medrxiv.org/content/10.1101/2020.03.01.20012345v2
    """,
    "doi:10.26434/chemrxiv.12345678": """
        https://chemrxiv.org/articles/preprint/A_Title/12345678
        https://chemrxiv.org/articles/A_Title/12345678/1
        https://doi.org/10.26434/chemrxiv.12345678.v1
    """,
    "repec:b/mtp/titles/0262": """
        https://ideas.repec.org/b/mtp/titles/0262.html
    """,
    "ads:1998AJ....116.1009R": """
        https://ui.adsabs.harvard.edu/abs/1998AJ....116.1009R
        https://adsabs.harvard.edu/abs/1998AJ....116.1009R
        http://adsabs.harvard.edu/cgi-bin/bib_query?1998AJ....116.1009R
        http://adsabs.harvard.edu/cgi-bin/nph-bib_query?bibcode=1998AJ....116.1009R
        https://ui.adsabs.harvard.edu/#abs/1998AJ....116.1009R/abstract
        https://ui.adsabs.harvard.edu/link_gateway/1998AJ....116.1009R/PUB_PDF
        http://articles.adsabs.harvard.edu/full/1998AJ....116.1009R
        https://adsabs.harvard.edu/full/1998AJ....116.1009R
    """,
    "ads:2000A&A...355L..27H": """
        https://ui.adsabs.harvard.edu/abs/2000A%26A...355L..27H/abstract
    """,
    "pmcid:PMC1234567": """
        https://europepmc.org/article/PMC/PMC1234567
        https://europepmc.org/articles/pmc1234567?pdf=render
        https://www.europepmc.org/articles/PMC1234567
        https://europepmc.org/backend/ptpmcrender.fcgi?accid=PMC1234567&blobtype=pdf
        https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/pdf/x.pdf
    """,
    "doi:10.1088/1742-6596/1/1/001": """
        https://iopscience.iop.org/article/10.1088/1742-6596/1/1/001/meta
        https://oadoi.org/10.1088/1742-6596/1/1/001
        https://unpaywall.org/10.1088/1742-6596/1/1/001
        https://api.crossref.org/works/10.1088/1742-6596/1/1/001
    """,
    "doi:10.4230/lipics.itcs.2023.1": """
        https://drops.dagstuhl.de/entities/document/10.4230/LIPIcs.ITCS.2023.1
    """,
    "doi:10.1109/tse.2020.1": """
        https://doi.ieeecomputersociety.org/10.1109/TSE.2020.1
    """,
    "doi:10.1080/01621459.2017.1285773": """
        https://www.tandfonline.com/doi/full/10.1080/01621459.2017.1285773
        https://www.tandfonline.com/eprint/ABCDEFGH/full?target=10.1080/01621459.2017.1285773
    """,
    "doi:10.1037/0003-066x.59.1.29": """
        https://psycnet.apa.org/doi/10.1037/0003-066X.59.1.29
        https://psycnet.apa.org/doiLanding?doi=10.1037%2F0003-066X.59.1.29
        https://doi.apa.org/doiLanding?doi=10.1037%2F0003-066X.59.1.29
    """,
    "doi:10.1257/aer.91.5.1369": """
        https://www.aeaweb.org/articles?id=10.1257/aer.91.5.1369
    """,
    "doi:10.1021/jacs.0c00001": """
        https://pubs.acs.org/doi/pdf/10.1021/jacs.0c00001
    """,
    "doi:10.1073/pnas.1611835114": """
        https://www.pnas.org/doi/10.1073/pnas.1611835114
    """,
    "doi:10.1093/bioinformatics/btaa001": """
        https://academic.oup.com/bioinformatics/article/doi/10.1093/bioinformatics/btaa001/5688000
    """,
    "iccv:2023/1234": """
        https://iccv.thecvf.com/virtual/2023/poster/1234
    """,
    "iccv-oral:2023/1234": """
        https://iccv.thecvf.com/virtual/2023/oral/1234
    """,
    "eccv:2024/1234": """
        https://eccv.ecva.net/virtual/2024/poster/1234
    """,
    "eccv-oral:2024/1234": """
        https://eccv.ecva.net/virtual/2024/oral/1234
    """,
    "wacv:2024/1234": """
        https://wacv.thecvf.com/virtual/2024/poster/1234
    """,
    "wacv-oral:2024/1234": """
        https://wacv.thecvf.com/virtual/2024/oral/1234
    """,
    "aistats:2024/1234": """
        https://virtual.aistats.org/virtual/2024/poster/1234
    """,
    "aistats-oral:2024/1234": """
        https://virtual.aistats.org/virtual/2024/oral/1234
    """,
    "mlsys:2024/1234": """
        https://mlsys.org/virtual/2024/poster/1234
    """,
    "mlsys-oral:2024/1234": """
        https://mlsys.org/virtual/2024/oral/1234
    """,
    "cvpr-oral:2024/31234": """
        https://cvpr.thecvf.com/virtual/2024/oral/31234
    """,
    "iclr-oral:2024/19999": """
        https://iclr.cc/virtual/2024/oral/19999
    """,
    "neurips-oral:2023/73999": """
        https://neurips.cc/virtual/2023/oral/73999
    """,
    "iclr-paper:2024/0a1b2c3d4e5f60718293a4b5c6d7e8f9": """
        https://proceedings.iclr.cc/paper_files/paper/2024/hash/0a1b2c3d4e5f60718293a4b5c6d7e8f9-Abstract-Conference.html
    """,
    "nips:2021/0a1b2c3d4e5f60718293a4b5c6d7e8f9": """
        https://proceedings.nips.cc/paper/2021/hash/0a1b2c3d4e5f60718293a4b5c6d7e8f9-Abstract.html
    """,
    "nips:2021/0a1b2c3d4e5f60718293a4b5c6d7e8f9-round1": """
        https://datasets-benchmarks-proceedings.neurips.cc/paper/2021/hash/0a1b2c3d4e5f60718293a4b5c6d7e8f9-Abstract-round1.html
    """,
    "jmlr:v3/bengio03a": """
        http://jmlr.csail.mit.edu/papers/v3/bengio03a.html
    """,
    "aaai:AAAI/12345": """
        https://aaai.org/ojs/index.php/AAAI/article/view/12345
    """,
    "pii:S089054019190067C": """
        https://www.sciencedirect.com/science/article/pii/089054019190067C
    """,
    "pii:S0140673620301835": """
        https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30183-5/fulltext
    """,
    "pvldb:vol14/p1-li": """
        https://www.vldb.org/pvldb/vol14/p1-li.pdf
    """,
    "jair:11222": """
        https://www.jair.org/index.php/jair/article/view/11222
        https://jair.org/index.php/jair/article/download/11222/26400/
    """,
    "ndss:a-title": """
        https://www.ndss-symposium.org/ndss-paper/a-title/
    """,
    "openreview:rJ4km2R5t7": """
        https://api.openreview.net/pdf?id=rJ4km2R5t7
        https://api2.openreview.net/attachment?id=rJ4km2R5t7&name=pdf
    """,
    "acl:P19-1234": """
        https://aclanthology.info/papers/P19-1234
        https://aclanthology.coli.uni-saarland.de/papers/P19-1234
        http://anthology.aclweb.org/P/P19/P19-1234.pdf
    """,
    "arxiv:hep-th/9901001": """
        http://xxx.lanl.gov/abs/hep-th/9901001
        https://ui.adsabs.harvard.edu/abs/arXiv:hep-th/9901001
    """,
    "cinii:1390001204376543211": """
        https://ci.nii.ac.jp/crid/1390001204376543211
    """,
    "dblp:conf/nips/A17": """
        https://dblp.dagstuhl.de/rec/conf/nips/A17.html
    """,
    "doi:10.5194/essd-13-3927-2021": """
        https://essd.copernicus.org/articles/13/3927/2021/
        https://essd.copernicus.org/articles/13/3927/2021/essd-13-3927-2021.pdf
    """,
    "doi:10.1051/0004-6361/202453274": """
        https://www.aanda.org/articles/aa/full_html/2025/02/aa53274-24/aa53274-24.html
        https://www.aanda.org/articles/aa/abs/2025/02/aa53274-24/aa53274-24.html
        https://www.aanda.org/articles/aa/pdf/2025/02/aa53274-24.pdf
    """,
    "doi:10.1136/bmj.d3942": """
        https://www.bmj.com/content/342/bmj.d3942
        https://www.bmj.com/content/342/bmj.d3942.full
    """,
    "doi:10.1039/c9cs00098d": """
        https://pubs.rsc.org/en/content/articlelanding/2020/cs/c9cs00098d
        https://pubs.rsc.org/en/content/articlehtml/2020/cs/c9cs00098d
    """,
    "doi:10.7717/peerj.9593": """
        https://peerj.com/articles/9593/
        https://peerj.com/articles/9593.pdf
    """,
    "doi:10.7717/peerj-cs.55": """
        https://peerj.com/articles/cs-55/
    """,
    "doi:10.1155/2011/734690": """
        https://www.hindawi.com/journals/bmri/2011/734690/
    """,
    "pii:S0003497520308602": """
        https://www.annalsthoracicsurgery.org/article/S0003-4975(20)30860-2/fulltext
    """,
    "pii:S1097276515002610": """
        https://www.cell.com/action/showPdf?pii=S1097-2765%2815%2900261-0
        https://www.cell.com/molecular-cell/fulltext/S1097-2765(15)00261-0
    """,
    "openalex:W2963403869": """
        https://api.openalex.org/works/W2963403869
    """,
}
CASES = [(address, name) for name, addresses in SPELLINGS.items() for address in addresses.split()]


@pytest.mark.parametrize(("address", "expected"), CASES, ids=[address for address, _ in CASES])
def test_every_spelling_is_one_identifier(address: str, expected: str) -> None:
    """Every spelling of a URL gives the same canonical identifier."""
    assert str(from_url(address)) == expected


@pytest.mark.parametrize("name", SPELLINGS)
def test_the_canonical_url_gives_the_identifier(name: str) -> None:
    """The canonical URL of an identifier is one of its spellings, and its text form can be parsed."""
    identifier = parse_identifier(name)
    assert identifier is not None
    assert from_url(canonical_url(identifier)) == identifier
    assert str(identifier) == name
    assert scheme_label(identifier)


def test_every_host_and_scheme_has_a_case() -> None:
    """Each row of the table of hosts, and each scheme of its URLs, occurs in the cases above."""
    hosts = {(urlsplit(address).hostname or "").removeprefix("www.") for address, _ in CASES}
    assert set(READERS_BY_HOST) <= hosts
    assert set(SCHEMES) - {name.partition(":")[0] for name in SPELLINGS} == {"url"}


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/author/project",
        "https://github.com/author/2401.00001",
        "https://author.github.io/project",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://twitter.com/a/status/1234567890123456789",
        "https://medium.com/@someone/10-things",
        "https://blog.example.org/2024/01/attention",
        "https://www.example.edu/~someone/papers/attention.pdf",
        "https://huggingface.co/meta-llama/Llama-2-7b",
        "https://huggingface.co/papers",
        "https://huggingface.co/datasets/a/1706.03762",
        "https://arxiv.org",
        "https://arxiv.org/list/cs.CL/recent",
        "https://arxiv.org/a/someone_y_1",
        "https://arxiv.org/search/?query=attention",
        "https://arxiv.org/abs/1713.03762",
        "https://notarxiv.org/abs/1706.03762",
        "https://arxiv.org@evil.example/abs/1706.03762",
        "https://evil.example/?u=https://arxiv.org/abs/1706.03762",
        "https://openreview.net/group?id=ICLR.cc/2025/Conference",
        "https://openreview.net/profile?id=~Some_One1",
        "https://openreview.net/references/pdf?id=SI2hI0frk6",
        "https://openreview.net/pdf/0123456789012345678901234567890123456789.pdf",
        "https://openreview.net/forum",
        "https://aclanthology.org/volumes/2020.acl-main/",
        "https://aclanthology.org/events/acl-2020/",
        "https://aclanthology.org/2020.acl-main.0/",
        "https://aclanthology.org/P19-1000/",
        "https://proceedings.mlr.press/v70/",
        "https://proceedings.mlr.press/v70/finn17a/finn17a-supp.pdf",
        "https://openaccess.thecvf.com/CVPR2023",
        "https://openaccess.thecvf.com/content/CVPR2023/supplemental/Xu_A_CVPR_2023_supplemental.pdf",
        "https://icml.cc/virtual/2025/papers.html",
        "https://icml.cc/virtual/2025/tutorial/35223",
        "https://icml.cc/virtual/2025/workshop/39000",
        "https://icml.cc/virtual/2025/invited-talk/39001",
        "https://icml.cc/virtual/2025/poster/",
        "https://icml.cc/Conferences/2019/Schedule?showEvent=3456",
        "https://papers.nips.cc/paper/2017",
        "https://papers.nips.cc/paper/2017/file/3f5ee243547dee91fbd053c1c4a845aa-Reviews.html",
        "https://papers.nips.cc/paper/2017/file/3f5ee243547dee91fbd053c1c4a845aa-Supplemental.pdf",
        "https://www.nature.com/nature",
        "https://www.nature.com/articles/d41586-021-00001-1",
        "https://dl.acm.org/doi/proceedings/10.1145/3297280",
        "https://dl.acm.org/profile/81100000000",
        "https://dl.acm.org/author_page.cfm?id=81100000000",
        "https://dl.acm.org/authorize?N12345",
        "https://dl.acm.org/toc.cfm?id=1234567",
        "https://hal.example.com/product-12345678",
        "https://www.jstor.org/stable/i123456",
        "https://www.jstor.org/journal/econometrica",
        "https://links.jstor.org/sici?sici=0003-486X",
        "https://www.nber.org/books-and-chapters/a-book/a-chapter",
        "https://papers.ssrn.com/sol3/cf_dev/AbsByAuth.cfm?per_id=123456",
        "https://deliverypdf.ssrn.com/delivery.php?ID=12345&EXT=pdf",
        "https://huggingface.co/papers/month/2024-01",
        "https://huggingface.co/papers?q=1706.03762",
        "https://www.alphaxiv.org/zh/explore",
        "https://inspirehep.net/authors/1010907",
        "https://inspirehep.net/search?p=find+eprint+1706.03762",
        "https://ui.adsabs.harvard.edu/search/q=author",
        "https://scholar.google.com/scholar?q=two+phase+locking",
        "https://scholar.google.com/scholar?cites=15730220590995320737",
        "https://scholar.google.com/citations?user=JicYPdAAAAAJ&cluster=1",
        "https://europepmc.org/search?query=cancer",
        "https://projecteuclid.org/euclid.aos",
        "https://ideas.repec.org/c/boc/bocode/s456.html",
        "https://osf.io/preprints/discover",
        "https://www.kci.go.kr/kciportal/po/search/poArtiSearList.kci",
        "https://kns.cnki.net/kcms2/article/abstract?v=abc",
        "https://eprint.iacr.org/2023",
        "https://chemrxiv.org/engage/chemrxiv/public-dashboard",
        "https://link.springer.com/journal/11263",
        "https://www.semanticscholar.org/author/Someone/1234567",
        "https://paperswithcode.com/task/image-classification",
        "https://www.nber.org/programs-projects",
        "https://www.mdpi.com/journal/sensors",
        "https://www.mdpi.com/2076-3417/10/1",
        "https://projecteuclid.org/journals/annals-of-statistics/volume-1/issue-2",
        "https://www.jstage.jst.go.jp/browse/tjsai/-char/ja",
        "https://www.researchgate.net/profile/Some-One",
        "https://www.researchgate.net/topic/Learning",
        "https://philpapers.org/browse/epistemology",
        "https://philpapers.org/s/Some%20One",
        "https://ideas.repec.org/e/pso12.html",
        "https://ideas.repec.org/s/nbr/nberwo.html",
        "https://eric.ed.gov/?q=reading",
        "https://zbmath.org/authors/?q=ai:some.one",
        "https://mathscinet.ams.org/mathscinet/author?authorId=12345",
        "https://www.ams.org/journals/bull/",
        "https://www.cnki.net/",
        "https://citeseerx.ist.psu.edu/index",
        "https://dblp.org/pid/00/1.html",
        "https://example.org/article/Some-story",
        "https://www.copernicus.org/articles/",
        "https://essd.copernicus.org/articles/13/",
        "https://www.bmj.com/content/careers",
        "https://peerj.com/articles/",
        "https://www.hindawi.com/journals/bmri/",
        "https://www.oxfordhandbooks.com/view/10.1093/oxfordhb/9780199729937.001.0001/oxfordhb-9780199729937-e-25",
        "https://osf.io/ab3cd",
        "https://www.jmlr.org/papers/v15/",
        "https://doi.org/",
        "https://doi.org/11.1234/x",
        "https://doi.org/10.18653/v1/",
        "https://doi.org/10.1162/nol",
        "https://delivery.acm.org/10.1145/1230000/",
        "ftp://arxiv.org/abs/1706.03762",
        "javascript:alert(1)//arxiv.org/abs/1706.03762",
        "mailto:someone@arxiv.org",
        "//arxiv.org/abs/1706.03762",
        "arxiv.org/abs/1706.03762",
        "https://",
        "https://[",
        "http://[::1/abs/1706.03762",
        "notes/x.md",
    ],
)
def test_what_is_no_paper(address: str) -> None:
    """Code, people, lists, talks, supplements and similar hosts are no papers."""
    assert from_url(address) is None


def test_a_name_before_the_host_changes_nothing_elsewhere() -> None:
    """A paper URL inside another URL does not make that a paper."""
    assert from_url("https://example.org/redirect/arxiv.org/abs/1706.03762") is None


def test_old_dois_keep_their_brackets() -> None:
    """A DOI may contain brackets; only unpaired ones at its end are removed."""
    sici = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2"
    assert from_url(canonical_url(Identifier("doi", sici))) == Identifier("doi", sici)
    assert parse_identifier(f"doi:{sici.upper()}") == Identifier("doi", sici)
    assert str(parse_identifier("10.1016/0003-4916(63)90068-x).")) == "doi:10.1016/0003-4916(63)90068-x"


@pytest.mark.parametrize("written", ["{}&#x20;", "{}.&nbsp;See", "{}&#x20", "{}.&#160;"])
def test_a_character_reference_of_a_blank_ends_a_doi(written: str) -> None:
    """Editors write a blank at the end of a line as `&#x20;`; other references are characters of the DOI."""
    url = "https://doi.org/10.1007/s11229-022-03935-0"
    assert from_url(written.format(url)) == Identifier("doi", "10.1007/s11229-022-03935-0")
    assert from_url("https://doi.org/10.1002/1097(1999)50:8&lt;693::aid") == Identifier(
        "doi", "10.1002/1097(1999)50:8<693::aid"
    )


def test_a_doi_after_a_damaged_scheme() -> None:
    """Programs that copy text from a PDF lose letters: `htps://doi.org/…`."""
    text = "28 pages. htps://doi.org/10.1145/3817054. hp://doi.org/10.1145/3214306"
    assert [str(identifier) for *_, identifier in find_identifiers(text)] == [
        "doi:10.1145/3817054",
        "doi:10.1145/3214306",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:2401.00001", "arxiv:2401.00001"),
        ("ARXIV: 2401.00001v3", "arxiv:2401.00001"),
        ("arxiv:arXiv:2401.00001", "arxiv:2401.00001"),
        ("eprint:2401.00001", "arxiv:2401.00001"),
        ("arxiv:https://arxiv.org/abs/2401.00001", "arxiv:2401.00001"),
        ("https://arxiv.org/abs/2401.00001", "arxiv:2401.00001"),
        ("<https://arxiv.org/abs/2401.00001>", "arxiv:2401.00001"),
        ("doi:10.1145/1.2", "doi:10.1145/1.2"),
        ("DOI: 10.1145/1.2.", "doi:10.1145/1.2"),
        ("doi:doi:10.1145/1.2", "doi:10.1145/1.2"),
        ("doi:doi.org/10.1145/1.2", "doi:10.1145/1.2"),
        ("10.1145/1.2", "doi:10.1145/1.2"),
        ("doi:10.48550/arXiv.2401.00001", "arxiv:2401.00001"),
        ("openreview:SI2hI0frk6", "openreview:SI2hI0frk6"),
        ("pmid:PMID: 31178118", "pmid:31178118"),
        ("pmcid:6611111", "pmcid:PMC6611111"),
        ("pmc:PMC6611111", "pmcid:PMC6611111"),
        ("corpusid:13756489", "s2:CorpusID:13756489"),
        ("urn:doi:10.1145/1.2", "doi:10.1145/1.2"),
        ("urn:10.1145/1.2", "doi:10.1145/1.2"),
        ("10/gf4gqc", "shortdoi:10/gf4gqc"),
        ("doi:10/gf4gqc", "shortdoi:10/gf4gqc"),
        ("www.doi.org/10.1145/1.2", "doi:10.1145/1.2"),
        ("arxiv:arxiv.org/abs/2401.00001", "arxiv:2401.00001"),
        ("arXiv:0706.0001v1 [q-bio.CB]", "arxiv:0706.0001"),
        ("arxiv:math.GT/0309136", "arxiv:math/0309136"),
        ("isbn:0-262-03561-8", "isbn:9780262035613"),
        ("isbn:978-0-262-03561-3", "isbn:9780262035613"),
        ("urn:isbn:978-0-262-03561-3", "isbn:9780262035613"),
        ("url:https://lab.example/x.pdf", "url:https://lab.example/x.pdf"),
        ("openreview:https", "openreview:https"),
        ("10.1145/1.2\u200b", "doi:10.1145/1.2"),
        ("doi:10.1002/a%25253C1%25253E2", "doi:10.1002/a<1>2"),
        ("<10.1002/a<1>>", "doi:10.1002/a<1>"),
    ],
)
def test_parse_reads_what_people_write(text: str, expected: str) -> None:
    """A field or an option may contain an identifier in any form."""
    assert str(parse_identifier(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "arxiv:",
        "doi:",
        "doi:none",
        "arxiv:n/a",
        "arxiv:2413.00001",
        "note:x",
        "isbn:0262035619",
        "pmid:abc",
        "2401.00001",
    ],
)
def test_parse_refuses_the_rest(text: str) -> None:
    """Text that is no identifier of a known scheme gives None."""
    assert parse_identifier(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see arXiv:2401.00001v2 for more", ["arxiv:2401.00001@4-22"]),
        ("arXiv preprint arXiv:1706.03762, 2017", ["arxiv:1706.03762@15-31"]),
        ("CoRR abs/1706.03762", ["arxiv:1706.03762@0-19"]),
        ("(arXiv 2312.14125)", ["arxiv:2312.14125@1-17"]),
        ("arXiv:math.GT/0309136", ["arxiv:math/0309136@0-21"]),
        ("doi:10.1145/3297280.3297641.", ["doi:10.1145/3297280.3297641@0-27"]),
        ("DOI 10.1145/1.2, and doi.org/10.1145/3.4", ["doi:10.1145/1.2@4-15", "doi:10.1145/3.4@21-40"]),
        ("(10.1016/0003-4916(63)90068-x)", ["doi:10.1016/0003-4916(63)90068-x@1-29"]),
        ("10.48550/arXiv.1706.03762", ["arxiv:1706.03762@0-25"]),
        ("PMID: 31178118", ["pmid:31178118@0-14"]),
        ("10.1145/1.2\u00a0and more", ["doi:10.1145/1.2@0-11"]),
        ("10.1145/1.2\u3000and more", ["doi:10.1145/1.2@0-11"]),
        ("10.1002/a%3C1", ["doi:10.1002/a<1@0-13"]),
        ("（DOI 10.1145/1.2）。", ["doi:10.1145/1.2@5-16"]),
        ("DOI 10.1145/1.2；1950 年首版", ["doi:10.1145/1.2@4-15"]),
    ],
)
def test_find_in_running_text(text: str, expected: list[str]) -> None:
    """Identifiers in prose are returned with their offsets."""
    assert [f"{identifier}@{start}-{end}" for start, end, identifier in find_identifiers(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "https://arxiv.org/abs/2401.00001 and https://doi.org/10.1145/1.2",
        "version 10.1234 of 10.2/3",
        "2401.00001",
        "a 10.5/12.5 ratio",
        "on arXiv since 2401",
        "x10.1145/1.2",
        "arXiv:2413.00001",
        "doi: 10.1073/pnas. 2316205120",
        "10.18653/v1/ 2024.emnlp-main.343",
    ],
)
def test_find_nothing_else(text: str) -> None:
    """URLs are not searched, and bare numbers are no identifiers."""
    assert find_identifiers(text) == []


def test_versions() -> None:
    """The version in a URL is not part of the identifier, but available."""
    assert arxiv_version_of_url("https://arxiv.org/pdf/2401.00001v3.pdf") == "v3"
    assert arxiv_version_of_url("https://arxiv.org/abs/math.GT/0309136v2") == "v2"
    assert arxiv_version_of_url("https://arxiv.org/abs/2401.00001") == ""
    assert arxiv_version_of_url("https://github.com/v3") == ""


def test_paper_files() -> None:
    """A paper file on an unknown site is identified by its URL; slides and known schemes are not."""
    assert is_paper_file("https://www.example.edu/~x/attention.pdf")
    assert not is_paper_file("https://www.example.edu/~x/slides.pdf")
    assert not is_paper_file("https://arxiv.org/pdf/2401.00001.pdf")
    assert not is_paper_file("https://www.example.edu/")
    assert not is_paper_file("notes/x.pdf")
    assert str(url_identifier("https://www.example.edu/x")) == "url:https://www.example.edu/x"
    assert url_identifier("https://arxiv.org/abs/2401.00001") is None


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("HTTPS://Lab.Example/Paper.PDF", "https://lab.example/Paper.PDF"),
        ("https://Lab.Example?File=Paper.PDF", "https://lab.example?File=Paper.PDF"),
        ("https://Lab.Example#Top", "https://lab.example"),
        ("https://Ann:Pass@Lab.Example/a.pdf", "https://Ann:Pass@lab.example/a.pdf"),
        ("https://lab.example/a&#x2F;b.pdf", "https://lab.example/a/b.pdf"),
        ("https://lab.example/?a&amp;amp;b", "https://lab.example/?a&b"),
    ],
)
def test_an_address_is_folded_where_case_means_nothing(address: str, expected: str) -> None:
    """Scheme and host become lower case, entities are decoded, and the rest stays the same."""
    assert url_identifier(address) == Identifier("url", expected)
    assert parse_identifier(f"url:{expected}") == Identifier("url", expected)


def test_an_address_with_no_end_of_entities_is_none() -> None:
    """A value whose canonical URL changes each time it is read is not an identifier."""
    assert url_identifier(f"https://lab.example/?&{'amp;' * 9}lt;") is None


def test_equivalents_name_the_same_work() -> None:
    """Schemes that derive from one another lead both ways."""
    for text, other in (
        ("acl:P19-1001", "doi:10.18653/v1/p19-1001"),
        ("acl:2020.acl-main.1", "doi:10.18653/v1/2020.acl-main.1"),
        ("ssrn:4012345", "doi:10.2139/ssrn.4012345"),
        ("euclid:aos/1176342360", "doi:10.1214/aos/1176342360"),
        ("jstor:1912934", "doi:10.2307/1912934"),
    ):
        identifier, same = parse_identifier(text), parse_identifier(other)
        assert identifier is not None
        assert same is not None
        assert equivalents(identifier) == (same,)
        assert equivalents(same) == (identifier,)
    for text, other in (
        ("dblp:journals/corr/abs-1706-03762", "arxiv:1706.03762"),
        ("doi:10.31234/osf.io/ab3cd", "osf:ab3cd"),
        ("repec:p/nbr/nberwo/12345", "doi:10.3386/w12345"),
        ("doi:10.1145/1234566.1234567", "acm:1234567"),
        ("doi:10.5555/1234566.1234567", "acm:1234567"),
        ("ads:2017arXiv170603762V", "arxiv:1706.03762"),
        ("ads:2007arXiv0704.0001B", "arxiv:0704.0001"),
    ):
        identifier = parse_identifier(text)
        assert identifier is not None
        assert [str(i) for i in equivalents(identifier)] == [other]
    assert equivalents(Identifier("doi", "10.17605/osf.io/ab3cd")) == ()
    assert equivalents(Identifier("arxiv", "1706.03762")) == ()
    assert equivalents(Identifier("acl", "P05-1001")) == ()
    assert equivalents(Identifier("url", "http://a.example/b.pdf")) == (Identifier("url", "https://a.example/b.pdf"),)
    assert equivalents(Identifier("url", "https://a.example/b.pdf")) == ()


def test_unknown_schemes_are_harmless() -> None:
    """An identifier of a scheme that is not in the table has no URL, and its name for a label."""
    assert canonical_url(Identifier("zzz", "1")) == ""
    assert scheme_label(Identifier("zzz", "1")) == "zzz"


READABLE = [name for name in SCHEMES if name != "url"]


@given(
    st.sampled_from(READABLE).flatmap(
        lambda name: st.from_regex(SCHEMES[name].pattern, fullmatch=True).map(lambda v: f"{name}:{v}")
    )
)
def test_canonical_urls_round_trip(text: str) -> None:
    """Whatever `parse` accepts, its canonical URL reads as the same identifier, and so does its text form."""
    identifier = parse_identifier(text)
    if identifier is not None:
        assert from_url(canonical_url(identifier)) == identifier
        assert parse_identifier(str(identifier)) == identifier


HOSTS = st.sampled_from(
    ["arxiv.org", "doi.org", "openreview.net", "nature.com", "dl.acm.org", "web.archive.org", "x.y"]
)


@given(st.one_of(st.text(), st.tuples(HOSTS, st.text()).map(lambda pair: f"https://{pair[0]}/{pair[1]}")))
def test_nothing_raises(text: str) -> None:
    """No text raises an exception, and each identifier in it has a canonical URL."""
    for identifier in (
        from_url(text),
        parse_identifier(text),
        url_identifier(text),
        parse_identifier(f"doi:10.1234/{text}"),
    ):
        assert identifier is None or canonical_url(identifier)
    for start, end, identifier in find_identifiers(text):
        assert 0 <= start < end <= len(text)
        assert canonical_url(identifier)
    arxiv_version_of_url(text)
    is_paper_file(text)


@example("\\\\&")
@given(st.text(alphabet="abc/.()<>[]{}%?#;&\\^`é ", min_size=1))
def test_unusual_dois_round_trip(suffix: str) -> None:
    """A DOI with unusual characters can be written as a URL and parsed again."""
    identifier = parse_identifier(f"doi:10.1234/{suffix}")
    if identifier is not None and identifier.scheme == "doi":
        assert from_url(canonical_url(identifier)) == identifier
