r"""LaTeX commands that a value of a `.bib` file may hold, by what a document needs for them.

Any other command could define, read or run something when LaTeX sets the value.  The table holds the commands of
pylatexenc's tables of characters, of the LaTeX kernel, and of packages that bibliographies often use.  Names that
occur in several packages are listed under the most common one.

Sources: https://ctan.org/pkg/encguide, https://ctan.org/pkg/comprehensive, and pdfLaTeX of TeX Live 2022.
"""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_KERNEL_TABLE = """
    AA aa acute AE ae aleph allowbreak alpha amalg angle approx arccos arcsin arctan arg ast asymp atop b
    backslash bar beta bf bfseries Big big bigcap bigcirc bigcup Bigg bigg Biggl biggl Biggr biggr Bigl bigl
    bigodot bigoplus bigotimes Bigr bigr bigsqcup bigtriangledown bigtriangleup biguplus bigvee bigwedge bmod
    boldmath bot bowtie breve bullet c cap capitaldieresis cdot cdotp cdots char check chi choose circ cite clubsuit
    cong coprod copyright cos cosh cot coth csc cup d dag dagger dashv ddag ddagger ddot ddots deg Delta delta
    det diamond diamondsuit dim displaylimits displaystyle div dot doteq dots Downarrow downarrow ell em emph
    emptyset enskip enspace ensuremath epsilon equiv eta exists exp fbox flat fontencoding footnotesize forall
    frac frown Gamma gamma gcd ge geq gets gg grave H hat hbar hbox heartsuit hfill hom hookleftarrow
    hookrightarrow hphantom hskip hspace i iff IJ ij Im imath in inf infty int intop iota it itshape j jmath
    joinrel kappa ker kern L l Lambda lambda langle Large large LaTeX LaTeXe lbrace lbrack lceil ldotp ldots le
    left Leftarrow leftarrow leftharpoondown leftharpoonup Leftrightarrow leftrightarrow leq lfloor lg lgroup
    lim liminf limits limsup linebreak ll llap lmoustache ln lnot log Longleftarrow longleftarrow
    Longleftrightarrow longleftrightarrow longmapsto Longrightarrow longrightarrow lq MakeLowercase
    MakeUppercase mapsto mathbf mathbin mathcal mathchar mathclose mathit mathnormal mathop mathopen mathord
    mathpunct mathrel mathring mathrm mathsf mathtt max mbox mdseries medspace mid middle min mkern models mp mu
    nabla natural ne nearrow neg negmedspace negthickspace negthinspace neq newline ni nobreak nolimits
    nolinebreak nonumber normalfont not notin nu nwarrow O o odot OE oe of oint oldstylenums Omega omega ominus
    oplus oslash otimes over overbrace overleftarrow overline overrightarrow P parallel partial perp phantom Phi
    phi Pi pi pm pmod pounds Pr prec preceq prime prod propto protect Psi psi qquad quad r raisebox rangle
    rbrace rbrack rceil Re relax rfloor rgroup rho right Rightarrow rightarrow rightharpoondown rightharpoonup
    rightleftharpoons rlap rm rmfamily rmoustache root rq rule S sb sc scriptscriptstyle scriptsize scriptstyle
    scshape searrow sec selectfont setminus sf sffamily sharp Sigma sigma sim simeq sin sinh skew sl slash
    slshape small smash smile sp spadesuit sqcap sqcup sqrt sqsubseteq sqsupseteq SS ss stackrel star subset
    subseteq succ succeq sum sup supset supseteq surd swarrow t tan tanh tau TeX textacutedbl textasciiacute
    textasciibreve textasciicaron textasciicircum textasciidieresis textasciigrave textasciimacron
    textasciitilde textasteriskcentered textbackslash textbaht textbar textbf textbigcircle textblank
    textbrokenbar textbullet textcelsius textcent textcircled textcircledP textcolonmonetary textcommabelow
    textcompwordmark textcopyright textcurrency textdagger textdaggerdbl textdegree textdiscount textdiv
    textdollar textdong textdownarrow textellipsis textemdash textendash textestimated texteuro textexclamdown
    textflorin textfractionsolidus textgreater textinterrobang textit textlangle textleftarrow textless textlira
    textlnot textmd textmho textminus textmu textmusicalnote textnaira textnormal textnumero textohm textonehalf
    textonequarter textonesuperior textopenbullet textordfeminine textordmasculine textparagraph
    textperiodcentered textpertenthousand textperthousand textpeso textpm textquestiondown textquotedblleft
    textquotedblright textquoteleft textquoteright textquotesingle textrangle textrecipe textreferencemark
    textregistered textrightarrow textrm textsc textsection textservicemark textsf textsl textsterling textstyle
    textsubscript textsuperscript textthreequarters textthreequartersemdash textthreesuperior texttildelow
    texttimes texttrademark texttt texttwelveudash texttwosuperior textunderscore textup textuparrow
    textvisiblespace textwon textyen Theta theta thickspace thinspace tilde times tiny to top triangle
    triangleleft triangleright tt ttfamily u unboldmath underbrace underline unskip Uparrow uparrow Updownarrow
    updownarrow uplus upshape Upsilon upsilon v varepsilon varphi varpi varrho varsigma vartheta vdash vdots vec
    vee Vert vert vphantom wedge widehat widetilde wp wr Xi xi zeta
"""
_PACKAGES_TABLE = {
    "\\usepackage[T1]{fontenc}": """
        DH dh DJ dj guillemotleft guillemotright guilsinglleft guilsinglright k NG ng quotedblbase
        quotesinglbase textogonekcentered textquotedbl TH th
    """,
    "\\usepackage{amssymb}": """
        approxeq backepsilon backprime backsim backsimeq barwedge because beth between bigstar blacklozenge
        blacksquare blacktriangle blacktriangledown blacktriangleleft blacktriangleright Box boxdot boxminus
        boxplus boxtimes Bumpeq bumpeq Cap checkmark circeq circlearrowleft circlearrowright circledast
        circledcirc circleddash circledR circledS complement Cup curlyeqprec curlyeqsucc curlyvee curlywedge
        curvearrowleft curvearrowright daleth diagup Diamond digamma divideontimes doteqdot dotplus
        doublebarwedge downdownarrows downharpoonleft downharpoonright eqcirc eqsim eqslantgtr eqslantless eth
        fallingdotseq Finv Game geqq geqslant ggg gimel gnapprox gneq gneqq gnsim gtrapprox gtrdot gtreqless
        gtreqqless gtrless gtrsim hslash intercal Join leadsto leftarrowtail leftleftarrows leftrightarrows
        leftrightharpoons leftrightsquigarrow leftthreetimes leqq leqslant lessapprox lessdot lesseqgtr
        lesseqqgtr lessgtr lesssim lhd llcorner Lleftarrow lll lnapprox lneq lneqq lnsim looparrowleft
        looparrowright lozenge lrcorner Lsh ltimes maltese mathbb mathfrak measuredangle mho multimap ncong
        nexists ngeq ngtr nLeftarrow nleftarrow nLeftrightarrow nleftrightarrow nleq nless nmid nparallel nprec
        nRightarrow nrightarrow nsim nsubseteq nsucc nsupseteq ntriangleleft ntrianglelefteq ntriangleright
        ntrianglerighteq nVDash nVdash nvDash nvdash pitchfork precapprox preccurlyeq precnapprox precneqq
        precnsim precsim rhd rightarrowtail rightleftarrows rightrightarrows rightsquigarrow rightthreetimes
        risingdotseq Rrightarrow Rsh rtimes smallsetminus sphericalangle sqsubset sqsupset square Subset
        subseteqq subsetneq subsetneqq succapprox succcurlyeq succnapprox succneqq succnsim succsim Supset
        supseteqq supsetneq supsetneqq therefore triangledown trianglelefteq triangleq trianglerighteq
        twoheadleftarrow twoheadrightarrow ulcorner unlhd unrhd upharpoonleft upharpoonright upuparrows urcorner
        varkappa varnothing vartriangle vartriangleleft vartriangleright Vdash vDash veebar Vvdash yen
    """,
    "\\usepackage{amsmath}": """
        binom boldsymbol cfrac dbinom ddddot dddot dfrac dotsb dotsc dotsi dotsm dotso idotsint iiint iint
        implies lVert lvert mod nobreakdash operatorname overleftrightarrow overset pmb rVert rvert substack
        tbinom text tfrac underleftarrow underleftrightarrow underrightarrow underset xleftarrow xrightarrow
    """,
    "\\usepackage{hyperref}": "href nolinkurl texorpdfstring",
    "\\usepackage{url}": "path url",
    "\\usepackage{mathtools}": "coloneqq eqqcolon overbracket underbracket",
    "\\usepackage{biblatex}": "hyphen mkbibbold mkbibbrackets mkbibemph mkbibitalic mkbibparens mkbibquote",
    "\\usepackage{slashed}": "slashed",
    "\\usepackage{bm}": "bm",
    "\\usepackage{mathrsfs}": "mathscr",
    "\\usepackage{pifont}": "ding",
    "\\usepackage{csquotes}": "enquote",
    "\\usepackage{nicefrac}": "nicefrac",
    "\\usepackage{braket}": "bra braket ket ketbra",
    "\\usepackage{mathdots}": "iddots",
    "\\usepackage{xspace}": "xspace",
    "\\usepackage{dsfont}": "mathds",
    "\\usepackage{bbm}": "mathbbm mathbbmss",
    "\\usepackage{wasysym}": """
        aquarius aries cancer capricornus eighthnote gemini jupiter leo libra male mercury neptune pisces pluto
        quarternote recorder rightmoon sagittarius saturn scorpio taurus uranus venus virgo
    """,
    "\\usepackage{tipa}": """
        textdoublepipe textglotstop texthvlig textnrleg textphi textschwa texttheta textturnk textvartheta tone
    """,
    "the journal macros of your astronomy class": """
        aap aaps actaa aj ao apj apjl apjs apspr apss araa azh baas caa cjaa icarus jcap jqsrt jrasc memras
        memsai mnras nat nphysa pasa pasj pasp physrep physscr planss pra prb prc prd pre prl procspie qjras
        rmxaa solphys sovast ssr
    """,
    "definitions of your own": """
        allequal Alpha Angle approxnotequal arccosh arcsinh arctanh arrowwaveleft arrowwaveright Beta Chi
        clockoint clwintegral Colon dblarrowupdown Digamma DownArrowBar DownArrowUpArrow DownLeftRightVector
        DownLeftTeeVector DownLeftVectorBar DownRightTeeVector DownRightVectorBar downslopeellipsis Epsilon
        Equal estimates Eta forcesextra greaterequivlnt hermitconjmatrix homothetic Ident image Iota Kappa Koppa
        lazysinv LeftDownTeeVector LeftDownVectorBar LeftRightVector LeftTeeVector LeftTriangleBar
        LeftUpDownVector LeftUpTeeVector LeftUpVectorBar LeftVectorBar lessequivlnt mathbcal mathbfrak mathbit
        mathmit mathsfbf mathsfbfsl mathsfsl Mu NestedGreaterGreater NestedLessLess notgreaterless
        notlessgreater Nu nument Omicron omicron openbracketleft openbracketright overgroup overleftharpoon
        overlinesegment overrightharpoon perspcorrespond Pisymbol precedesnotsimilar ReverseUpEquilibrium Rho
        rightangle rightanglearc RightDownTeeVector RightDownVectorBar RightTeeVector RightTriangleBar
        RightUpDownVector RightUpTeeVector RightUpVectorBar RightVectorBar RoundImplies RuleDelayed Sampi sqrint
        starequal Stigma surfintegral Tau textfrac textTheta tildetrpl truestate udots undergroup
        underlinesegment UpArrowBar UpEquilibrium upslopeellipsis varperspcorrespond VDash verymuchgreater
        verymuchless volintegral wideparen Zeta
    """,
}
"""Names of commands by what defines them; the last group is in no common package."""
_CYRILLIC = lazy_regex(r"(?:cyr|CYR)(?:[a-z]+|[A-Z]+)?|[CU]")
"""Names of Cyrillic letters and accents."""
_CYRILLIC_NEED = r"\usepackage[T2A,T1]{fontenc}"
COMMANDS = {
    **dict.fromkeys(_KERNEL_TABLE.split(), ""),
    **{name: need for need, names in _PACKAGES_TABLE.items() for name in names.split()},
}
"""Line that a document needs for a command, by the name of the command; "" for the LaTeX kernel."""
PRODUCED_NEEDS = ("", r"\usepackage[T1]{fontenc}", r"\usepackage{amssymb}", r"\usepackage{amsmath}")
"""Lines that a document may need for the commands that papernotes itself writes."""


_LOGOS_TABLE = "AmSTeX BibTeX ConTeXt LuaLaTeX LuaTeX LyX METAFONT PiCTeX SLiTeX TikZ XeLaTeX XeTeX pdfLaTeX pdfTeX"
LOGOS = {**{name: name for name in _LOGOS_TABLE.split()}, "MF": "METAFONT", "MP": "MetaPost"}
"""Names of programs by their commands, which few documents define; the names replace the commands."""


def need_of(name: str) -> str | None:
    r"""Return what a document needs for a command, "" if the LaTeX kernel defines it, None for an unknown command.

    Args:
        name: Name of the command, without the backslash.

    Examples:
        >>> need_of("emph"), need_of("mathbb"), need_of("input")
        ('', '\\usepackage{amssymb}', None)
    """
    need = COMMANDS.get(name)
    return _CYRILLIC_NEED if need is None and _CYRILLIC.fullmatch(name) else need
