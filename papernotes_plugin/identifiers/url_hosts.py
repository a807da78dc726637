"""The table of web hosts whose URLs lead to papers, and the reader of each.

A URL is looked up by its host, so that no pattern is tried on the URLs of another site.
"""

from __future__ import annotations

from papernotes_plugin.identifiers.catalogue_urls import (
    read_ads,
    read_citeseerx,
    read_econpapers,
    read_euclid,
    read_mathscinet,
    read_zbmath,
)
from papernotes_plugin.identifiers.journal_urls import (
    copernicus_reader,
    read_aanda,
    read_bmj,
    read_hindawi,
    read_peerj,
    read_pii_in_query,
    read_rsc,
    read_society_journal,
)
from papernotes_plugin.identifiers.schemes import ARXIV_PATTERN, EVENT_HOSTS, PROCEEDINGS_HOSTS
from papernotes_plugin.identifiers.url_readers import (
    DOI_IN_PATH,
    UrlReader,
    event_reader,
    first_reader,
    pad_eprint_number,
    path_reader,
    proceedings_reader,
    query_reader,
    read_acl,
    read_acm,
    read_arxiv,
    read_biorxiv,
    read_cvf,
    read_doi,
    read_doi_of_site,
    read_elife,
    read_isbn,
    read_nature,
    read_openreview,
    read_pii,
    read_pmlr,
    read_scholar,
    read_short_doi,
    read_silverchair,
    read_zenodo,
)
from papernotes_plugin.text.lazy_regex import lazy_regex

_PMC = first_reader(
    path_reader("pmcid", r"(?:pmc/)?articles?/(?:PMC/)?(PMC\d+)(?:/.*)?", fold=str.upper),
    query_reader("pmcid", "accid"),
)
_PUBMED = path_reader("pmid", r"(?:(?:m/)?pubmed/|(?:abstract|article)/MED/)?0*+(\d+)/?")
_EUROPEPMC = first_reader(
    _PMC,
    _PUBMED,
    path_reader("europepmc", r"(?:article|abstract)/PPR/(PPR\d+)/?", fold=str.upper),
    query_reader("europepmc", "pprid"),
)
_S2 = first_reader(
    path_reader("s2", r"(?:(?:graph/)?v1/)?(?:paper|reader)/(?:[^/]*/)?([0-9a-f]{40})(?:/.*)?", fold=str.lower),
    path_reader("s2", r"([0-9a-f]{4})/([0-9a-f]{36})\.pdf", r"\1\2", str.lower),
    path_reader("s2", r"(?:paper/)?CorpusID:(\d+)(?:/.*)?", r"CorpusID:\1"),
    path_reader("arxiv", rf"(?:paper/)?arxiv:({ARXIV_PATTERN})(?:v\d+)?", fold=str.lower),
)
_HAL = path_reader("hal", r"(?:[a-z-]+/)?([a-z][a-z0-9]*-\d{8})(?:v\d+)?(?:/.*)?", fold=str.lower)
_NBER = first_reader(
    path_reader(
        "doi", r"(?:papers|system/files/working_papers)/([wht]\d{4,5})(?:\.pdf|/.*)?", r"10.3386/\1", str.lower
    ),
    path_reader("nber", r"(?:chapters|system/files/chapters)/(c\d{4,5})(?:\.pdf|/.*)?", fold=str.lower),
)
_USENIX = r"(?:legacy/)?conference/([a-z0-9-]+)/(?:technical-sessions/)?presentation/([\w-]+)/?"
_JMLR = first_reader(
    path_reader("jmlr", r"papers/v(?:olume)?(\d+)/([a-z0-9-]+)(?:\.html|/\2\.pdf|\.pdf)?", r"v\1/\2", str.lower),
    path_reader("pmlr", r"proceedings/papers/(v\d+)/([a-z0-9_-]+)\.(?:html|pdf)", r"\1/\2", str.lower),
)
_NIPS = first_reader(
    proceedings_reader("nips"), path_reader("nips-number", r"paper/(\d+-[a-z0-9-]+)(?:\.pdf)?", fold=str.lower)
)
_PMLR_FILE = r"mlresearch/(v\d+)/(?:main|gh-pages)/assets/([\w-]+)/\2\.pdf"
_PNAS = first_reader(
    # since 2020 the page of a paper is its number, which is a part of its DOI
    path_reader("doi", r"content/(?:pnas/)?\d+/\d+/e(\d{10})(?:[./].*)?", r"10.1073/pnas.\1"),
    read_doi,
)
# the number of an article that is on no page of an issue is a part of its DOI
_SCIENCE = r"(?:lookup/doi/10\.1126/\w+\.|content/(?:\w+/)?\d+/\d+/e)([a-z]{3}\d{4})(?:[./].*)?"
_IEEE = first_reader(path_reader("ieee", r"(?:abstract/)?document/0*+(\d+)(?:/.*)?"), query_reader("ieee", "arnumber"))
_ISCA = r"(?:archive/)?(\w+_\d{4}[a-z]?/[\w-]+)\.(?:html|pdf)"
_SSRN = first_reader(
    path_reader("ssrn", r"(?:sol3/papers\.cfm/)?abstract=(\d+)/?"),
    query_reader("ssrn", "abstract_id", "abstractid"),
    path_reader("ssrn", r"sol3/delivery\.cfm/ssrn_id(\d+)_code\d*\.pdf"),
)
_AAAI = r"(?:ojs/)?index\.php/([A-Z]+)/article/(?:view|download)/(\d+)(?:/.*)?"
_DBLP = r"rec/(?:(?:html|bibtex|bib|xml)\d?/)?([\w./-]+?)(?:\.(?:html|bib|xml))?"
_CHEMRXIV_FILE = (
    r"engage/(?:chemrxiv/article-details|api-gateway/chemrxiv/assets/orp/resource/item)/([0-9a-f]{24})(?:/.*)?"
)
_CHEMRXIV = first_reader(
    path_reader("chemrxiv", _CHEMRXIV_FILE, fold=str.lower),
    # until 2020 a preprint had the number of its file on Figshare
    path_reader("doi", r"articles/(?:preprint/)?[^/]+/(\d{7,8})(?:/\d+)?/?", r"10.26434/chemrxiv.\1"),
    read_doi,
)
_PHILPAPERS = first_reader(
    path_reader("philpapers", r"(?:rec|archive)/([A-Z]{5,8}(?:-\d+)?)(?:v\d+)?(?:\.pdf|/.*)?", fold=str.upper),
    query_reader("philpapers", "id"),
)
_ERIC = first_reader(
    query_reader("eric", "id", "accno", "ericextsearch_searchvalue_0"),
    path_reader("eric", r"(?:fulltext|PDFS)/(E[DJ]\d+)\.pdf", fold=str.upper),
)
_R_JOURNAL = r"(?:archive|articles)/(?:.*/)?(rj-\d{4}-\d{2,3})(?:[/.].*)?"
_RESEARCHGATE = r"(?:profile/[^/]+/)?publication/(\d+)(?:[_/].*)?"
_JSTOR = first_reader(
    path_reader("jstor", r"(?:stable|discover|pss)/(?:(?:pdf|pdfplus|info|view)/)?(?:10\.2307/)?(\d+)(?:\.pdf)?/?"),
    path_reader("jstor", r"stable/(?:pdf/)?(j\.[a-z0-9]+(?:\.\d+)?|resrep\d+(?:\.\d+)?)(?:\.pdf)?/?", fold=str.lower),
    read_doi,
)
_PWC = path_reader("pwc", r"paper/([a-z0-9-]+)(?:/.*)?", fold=str.lower)
_JSTAGE = r"(?:article|pub/article)/([a-z0-9]+/[^/]+/[^/]+/[^/]+)(?:/_(?:article|pdf)(?:/.*)?)?"
_CNKI = first_reader(
    query_reader("cnki", "filename"),
    path_reader("cnki", r"(?:\w+/)*Article/(?:CJFD[A-Z0-9]*-)?(\w+)\.html?", fold=str.upper),
    read_doi,
)
_KCI = query_reader("kci", "serearticlesearchbean.artiid", "arti_id", "artiid")
_IACR = first_reader(
    path_reader(
        "iacr", r"(?:archive/)?((?:19|20)\d\d/\d{1,5})(?:\.pdf|\.ps|/|/\d[\w:.-]*(?:\.pdf)?)?", fold=pad_eprint_number
    ),
    query_reader("iacr", "entry"),
)
_READERS: tuple[tuple[str, UrlReader], ...] = (
    ("doi.org dx.doi.org", first_reader(read_doi, read_short_doi)),
    ("oadoi.org doi.acm.org doi.ieeecomputersociety.org unpaywall.org api.crossref.org doi.apa.org", read_doi),
    ("link.springer.com journals.aps.org iopscience.iop.org journals.plos.org frontiersin.org science.org", read_doi),
    ("aeaweb.org drops.dagstuhl.de tandfonline.com psycnet.apa.org onlinelibrary.wiley.com pubs.acs.org", read_doi),
    ("pnas.org", _PNAS),
    ("science.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/science.\1")),
    ("stm.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/scitranslmed.\1")),
    ("advances.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/sciadv.\1")),
    ("immunology.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/sciimmunol.\1")),
    ("stke.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/scisignal.\1")),
    ("robotics.sciencemag.org", path_reader("doi", _SCIENCE, r"10.1126/scirobotics.\1")),
    ("dl.acm.org portal.acm.org", read_acm),
    # the first number is that of a folder of files
    ("delivery.acm.org", path_reader("acm", r"10\.1145/\d+/(\d+)/.*")),
    ("biorxiv.org medrxiv.org connect.biorxiv.org connect.medrxiv.org", read_biorxiv),
    ("direct.mit.edu academic.oup.com", read_silverchair),
    ("nature.com", read_nature),
    ("zenodo.org", read_zenodo),
    ("elifesciences.org", read_elife),
    ("arxiv.org ar5iv.org alphaxiv.org arxiv-vanity.com xxx.lanl.gov papers.cool scirate.com", read_arxiv),
    ("huggingface.co hf.co", path_reader("arxiv", rf"papers/({ARXIV_PATTERN})(?:v\d+)?/?")),
    ("openreview.net api.openreview.net api2.openreview.net", read_openreview),
    ("aclanthology.org aclweb.org anthology.aclweb.org aclanthology.info aclanthology.coli.uni-saarland.de", read_acl),
    ("proceedings.mlr.press", read_pmlr),
    ("raw.githubusercontent.com", path_reader("pmlr", _PMLR_FILE, r"\1/\2")),
    ("openaccess.thecvf.com", read_cvf),
    ("cv-foundation.org", lambda path, query: read_cvf(path.removeprefix("openaccess/"), query)),
    ("papers.nips.cc papers.neurips.cc proceedings.neurips.cc proceedings.nips.cc", _NIPS),
    ("datasets-benchmarks-proceedings.neurips.cc", _NIPS),
    *((host, proceedings_reader(name)) for name, (_, host) in PROCEEDINGS_HOSTS.items() if name != "nips"),
    *((host, event_reader(name)) for name, (_, host) in EVENT_HOSTS.items()),
    ("nips.cc", event_reader("neurips")),
    ("jmlr.org jmlr.csail.mit.edu", _JMLR),
    ("pubmed.ncbi.nlm.nih.gov", _PUBMED),
    ("pmc.ncbi.nlm.nih.gov", _PMC),
    ("ncbi.nlm.nih.gov", first_reader(_PMC, _PUBMED)),
    ("europepmc.org", _EUROPEPMC),
    ("openlibrary.org worldcat.org", read_isbn),
    ("semanticscholar.org api.semanticscholar.org pdfs.semanticscholar.org", _S2),
    ("ieeexplore.ieee.org", _IEEE),
    ("ojs.aaai.org aaai.org", path_reader("aaai", _AAAI, r"\1/\2", str.upper)),
    ("ijcai.org", path_reader("ijcai", r"proceedings/(20\d\d)/0*([1-9]\d*)(?:\.pdf|/)?", r"\1/\2")),
    ("usenix.org", path_reader("usenix", _USENIX, r"\1/\2", str.lower)),
    ("isca-archive.org isca-speech.org", path_reader("isca", _ISCA, fold=str.lower)),
    ("eprint.iacr.org ia.cr", _IACR),
    ("hal.science hal.archives-ouvertes.fr hal.inria.fr hal.inrae.fr", _HAL),
    ("papers.ssrn.com ssrn.com", _SSRN),
    ("osf.io", path_reader("osf", r"preprints/(?:[a-z]+/)?([a-z0-9]{5})(?:_v\d+)?(?:/.*)?", fold=str.lower)),
    ("psyarxiv.com edarxiv.org", path_reader("osf", r"([a-z0-9]{5})/?", fold=str.lower)),
    ("sciencedirect.com cell.com thelancet.com", first_reader(read_pii, read_pii_in_query)),
    ("aanda.org", read_aanda),
    ("bmj.com", read_bmj),
    ("pubs.rsc.org", read_rsc),
    ("peerj.com", read_peerj),
    ("hindawi.com", read_hindawi),
    ("vldb.org", path_reader("pvldb", r"pvldb/(vol\d+/p\d+-[\w-]+)\.pdf", fold=str.lower)),
    ("jair.org", path_reader("jair", r"index\.php/jair/article/(?:view|download)/(\d+)(?:/.*)?")),
    ("roboticsproceedings.org", path_reader("rss", r"rss(\d\d)/(p\d+)\.(?:html|pdf)", r"\1/\2", str.lower)),
    ("ndss-symposium.org", path_reader("ndss", r"ndss-paper/([a-z0-9-]+)/?", fold=str.lower)),
    ("distill.pub", path_reader("distill", r"(20\d\d/[a-z0-9-]+)/?")),
    ("nber.org", _NBER),
    ("mdpi.com", path_reader("mdpi", r"(\d{4}-\d{3}[\dX]/\d+/\d+/\d+)(?:/.*)?", fold=str.upper)),
    ("projecteuclid.org", read_euclid),
    ("chemrxiv.org", _CHEMRXIV),
    ("jstage.jst.go.jp", path_reader("jstage", _JSTAGE)),
    ("ci.nii.ac.jp cir.nii.ac.jp", path_reader("cinii", r"crid/(\d+)(?:/.*)?")),
    ("kci.go.kr", _KCI),
    ("dbpia.co.kr", query_reader("dbpia", "nodeid")),
    ("kns.cnki.net cnki.net cnki.com.cn oversea.cnki.net", _CNKI),
    ("eric.ed.gov files.eric.ed.gov", _ERIC),
    ("ideas.repec.org", path_reader("repec", r"([abhp]/\w{3}/[\w-]{6}/[\w.-]+?)\.html")),
    ("econpapers.repec.org", read_econpapers),
    ("philpapers.org philarchive.org", _PHILPAPERS),
    ("researchgate.net", path_reader("researchgate", _RESEARCHGATE)),
    ("citeseerx.ist.psu.edu citeseer.ist.psu.edu", read_citeseerx),
    ("mathscinet.ams.org ams.org", read_mathscinet),
    ("zbmath.org zentralblatt-math.org emis.de", read_zbmath),
    ("journal.r-project.org", path_reader("doi", _R_JOURNAL, r"10.32614/\1", str.lower)),
    ("jstor.org", _JSTOR),
    ("dblp.org dblp.uni-trier.de dblp.dagstuhl.de", path_reader("dblp", _DBLP)),
    ("paperswithcode.com", _PWC),
    ("openalex.org api.openalex.org", path_reader("openalex", r"(?:works/)?(W\d+)", fold=str.upper)),
    ("ui.adsabs.harvard.edu adsabs.harvard.edu articles.adsabs.harvard.edu", read_ads),
    ("inspirehep.net", path_reader("inspire", r"(?:api/)?(?:literature|record)/(\d+)(?:/.*)?")),
    ("scholar.google.com scholar.google.de", read_scholar),
)  # fmt: skip
READERS_BY_HOST: dict[str, UrlReader] = {host: reader for hosts, reader in _READERS for host in hosts.split()}
"""Reader of each host, by the host name without `www.`."""


_SUBDOMAIN_READERS = (
    ("arxiv.org", read_arxiv),
    ("hal.science", _HAL),
    ("archives-ouvertes.fr", _HAL),
    ("onlinelibrary.wiley.com", read_doi),
    ("ssrn.com", _SSRN),
    ("cnki.net", _CNKI),
    ("kci.go.kr", _KCI),
    ("paperswithcode.com", _PWC),
)
_HOSTS_OF_COPERNICUS = ".copernicus.org"
"""End of the hosts of the journals of Copernicus, of which the first part is the name of the journal in its DOIs."""
_ALTERNATIVE_HOSTS = frozenset({"m", "mobile", "old", "beta", "www2", "papers"})
"""First parts of hosts with the same pages, for other devices or from another time."""
_HAL_HOST = lazy_regex(r"hal[.-][a-z0-9.-]+\.fr")
"""Name of a HAL server that a university runs: `hal.sorbonne-universite.fr`."""


def find_reader(host: str, path: str) -> UrlReader | None:
    """Return the reader for a host, or None if its URLs lead to no papers.

    Hosts of library proxies are recognised too: `doi-org.proxy.example.edu` and `doi.org.proxy.example.edu`.
    """
    reader = READERS_BY_HOST.get(host)
    if reader or "." not in host:
        return reader
    for parent, parent_reader in _SUBDOMAIN_READERS:
        if host.endswith(f".{parent}"):
            return parent_reader
    if "doi/" in path and "/10." in path:
        return read_doi
    if host.endswith(_HOSTS_OF_COPERNICUS):
        return copernicus_reader(host.partition(".")[0])
    if _HAL_HOST.fullmatch(host):
        return _HAL
    steps = host.split(".")
    if steps[0] in _ALTERNATIVE_HOSTS and (reader := READERS_BY_HOST.get(host.partition(".")[2])):
        return reader
    if "-" in steps[0]:
        name = steps[0].replace("--", "\0").replace("-", ".").replace("\0", "-")
        if reader := READERS_BY_HOST.get(name.removeprefix("www.")):
            return reader
    for count in range(2, min(5, len(steps))):
        if reader := READERS_BY_HOST.get(".".join(steps[:count])):
            return reader
    if "10." in path and DOI_IN_PATH.search(path):
        return read_doi_of_site
    return read_society_journal if "article/S" in path else None
