"""DOIs of archives that keep data, software, slides and courses as well as papers."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_ARCHIVE = lazy_regex(
    r"10\.(?:5281/zenodo|6084/m9\.figshare|17605/osf|5061/dryad|17632/|7910/dvn|3886/icpsr|1594/pangaea|18112/openneuro"
    r"|13026/|24432/|57967/hf|34740/kaggle|21227/|24433/co|17026/|34894/|48804/|7937/)"
)
"""The beginning of a DOI of an archive.

These are Zenodo, figshare, projects of OSF, Dryad, Mendeley Data, Dataverse, ICPSR, PANGAEA and OpenNeuro.  The others
are PhysioNet, UCI, Hugging Face, Kaggle, IEEE DataPort, Code Ocean, DANS, DataverseNL, RDR of Leuven and TCIA.
"""


def is_archived(identifier: Identifier) -> bool:
    """Return whether an identifier is of an archive of data and software, so that it may not be a paper's.

    Examples:
        >>> [is_archived(Identifier("doi", doi)) for doi in ("10.5281/zenodo.3759801", "10.1038/nature14539")]
        [True, False]
    """
    return identifier.scheme == "doi" and _ARCHIVE.match(identifier.value) is not None
