r"""What LaTeX calls the letters and signs that are no ASCII.

The commands are those of the kernel, of the encodings T1 and TS1 and, for some signs of mathematics, of `amssymb`.
Sources: the kernel's `t1enc.dfu`, `ts1enc.dfu` and `fontmath.ltx`; `unicode-math-table.tex`.
"""

from __future__ import annotations

ACCENTS_ABOVE = {
    "\u0300": "\\`",
    "\u0301": "\\'",
    "\u0302": "\\^",
    "\u0303": "\\~",
    "\u0304": "\\=",
    "\u0306": "\\u",
    "\u0307": "\\.",
    "\u0308": '\\"',
    "\u030a": "\\r",
    "\u030b": "\\H",
    "\u030c": "\\v",
}
"""Accents above a letter, by combining character."""
ACCENTS_BELOW = {"\u0323": "\\d", "\u0326": "\\textcommabelow", "\u0327": "\\c", "\u0328": "\\k", "\u0331": "\\b"}
"""Accents below."""
MATH_ACCENTS = dict(
    zip(
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u20d7",
        ["grave", "acute", "hat", "tilde", "bar", "breve", "dot", "ddot", "mathring", "check", "vec"],
        strict=True,
    )
)
"""Accents of formulas, without their backslash."""

_LETTERS_TABLE = """
    Æ AE æ ae Ð DH ð dh Đ DJ đ dj Ø O ø o Þ TH þ th ß ss ẞ SS Ł L ł l Œ OE œ oe ı i ȷ j Ŋ NG ŋ ng
"""
_TEXT_TABLE = """
    ¢ textcent £ pounds ¤ textcurrency ¥ textyen ¦ textbrokenbar § S ¨ textasciidieresis © copyright ª textordfeminine
    ¬ textlnot ® textregistered ¯ textasciimacron ° textdegree ± textpm ´ textasciiacute µ textmu ¶ P
    · textperiodcentered º textordmasculine ¼ textonequarter ½ textonehalf ¾ textthreequarters × texttimes ÷ textdiv
    ƒ textflorin ˇ textasciicaron ˘ textasciibreve ˝ textacutedbl ฿ textbaht † dag ‡ ddag • textbullet
    ‰ textperthousand ‱ textpertenthousand ※ textreferencemark ‽ textinterrobang ⁄ textfractionsolidus
    ₡ textcolonmonetary ₤ textlira ₦ textnaira ₩ textwon ₫ textdong € texteuro ₱ textpeso ℃ textcelsius № textnumero
    ℗ textcircledP ℞ textrecipe ℠ textservicemark ™ texttrademark ℧ textmho ℮ textestimated − textminus
    ␣ textvisiblespace ♪ textmusicalnote ‚ quotesinglbase „ quotedblbase « guillemotleft » guillemotright
    ‹ guilsinglleft › guilsinglright ¡ textexclamdown ¿ textquestiondown … ldots
"""
_LIGATURES_TABLE = """
    – -- — --- ― --- ‒ -- ∕ / ∶ : ∷ :: ‘ ` ’ ' “ `` ” '' ‐ - ‑ - ‛ ` ‟ `` ⁃ - ․ .
"""


def _pairs(table: str) -> dict[str, str]:
    cells = table.split()
    return dict(zip(cells[::2], cells[1::2], strict=True))


LETTERS = {char: f"\\{name}" for char, name in _pairs(_LETTERS_TABLE).items()}
"""Letters with a name of their own; BibTeX writes most of them small and large."""
TEXT_SYMBOLS = {char: f"\\{name}" for char, name in _pairs(_TEXT_TABLE).items()}
"""Signs of running text."""
LIGATURES = _pairs(_LIGATURES_TABLE)
"""What TeX makes of ASCII by itself."""

_MATH_TABLE = """
    α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi
    ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi
    Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ϑ vartheta ϕ phi ϖ varpi ϝ digamma ϰ varkappa ϱ varrho ϵ epsilon
    ‖ Vert ′ prime ‵ backprime ℏ hbar ħ hbar ℑ Im ℓ ell ℘ wp ℜ Re Ⅎ Finv ℵ aleph ℶ beth ℷ gimel ℸ daleth ⅁ Game
    ← leftarrow ↑ uparrow → rightarrow ↓ downarrow ↔ leftrightarrow ↕ updownarrow ↖ nwarrow ↗ nearrow ↘ searrow
    ↙ swarrow ↚ nleftarrow ↛ nrightarrow ↞ twoheadleftarrow ↠ twoheadrightarrow ↢ leftarrowtail ↣ rightarrowtail
    ↦ mapsto ↩ hookleftarrow ↪ hookrightarrow ↫ looparrowleft ↬ looparrowright ↭ leftrightsquigarrow ↮
    nleftrightarrow ↰ Lsh ↱ Rsh ↶ curvearrowleft ↷ curvearrowright ↼ leftharpoonup ↽ leftharpoondown ↾
    upharpoonright ↿ upharpoonleft ⇀ rightharpoonup ⇁ rightharpoondown ⇂ downharpoonright ⇃ downharpoonleft ⇄
    rightleftarrows ⇆ leftrightarrows ⇇ leftleftarrows ⇈ upuparrows ⇉ rightrightarrows ⇊ downdownarrows ⇋
    leftrightharpoons ⇌ rightleftharpoons ⇍ nLeftarrow ⇎ nLeftrightarrow ⇏ nRightarrow ⇐ Leftarrow ⇑ Uparrow ⇒
    Rightarrow ⇓ Downarrow ⇔ Leftrightarrow ⇕ Updownarrow ⇚ Lleftarrow ⇛ Rrightarrow ⇝ rightsquigarrow ∀ forall
    ∁ complement ∂ partial ∃ exists ∄ nexists ∅ emptyset ∆ Delta ∇ nabla ∈ in ∉ notin ∋ ni ∏ prod ∐ coprod ∑ sum
    ∓ mp ∔ dotplus ∖ setminus ∗ ast ∘ circ ∙ bullet √ surd ∝ propto ∞ infty ∠ angle ∡ measuredangle ∢
    sphericalangle ∣ mid ∤ nmid ∥ parallel ∦ nparallel ∧ wedge ∨ vee ∩ cap ∪ cup ∬ iint ∭ iiint ∫ int ∮ oint ∴
    therefore ∵ because ∼ sim ∽ backsim ≀ wr ≁ nsim ≂ eqsim ≃ simeq ≅ cong ≇ ncong ≈ approx ≊ approxeq ≍ asymp ≎
    Bumpeq ≏ bumpeq ≐ doteq ≒ fallingdotseq ≓ risingdotseq ≖ eqcirc ≗ circeq ≜ triangleq ≠ ne ≡ equiv ≤ leq ≥
    geq ≦ leqq ≧ geqq ≨ lneqq ≩ gneqq ≪ ll ≫ gg ≬ between ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ≲ lesssim ≳ gtrsim ≶
    lessgtr ≷ gtrless ≺ prec ≻ succ ≼ preccurlyeq ≽ succcurlyeq ≾ precsim ≿ succsim ⊀ nprec ⊁ nsucc ⊂ subset ⊃
    supset ⊆ subseteq ⊇ supseteq ⊈ nsubseteq ⊉ nsupseteq ⊊ subsetneq ⊋ supsetneq ⊎ uplus ⊏ sqsubset ⊐ sqsupset ⊑
    sqsubseteq ⊒ sqsupseteq ⊓ sqcap ⊔ sqcup ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ⊚ circledcirc ⊛ circledast
    ⊝ circleddash ⊞ boxplus ⊟ boxminus ⊠ boxtimes ⊡ boxdot ⊢ vdash ⊣ dashv ⊤ top ⊥ bot ⊧ models ⊨ vDash ⊩ Vdash
    ⊪ Vvdash ⊬ nvdash ⊭ nvDash ⊮ nVdash ⊯ nVDash ⊲ vartriangleleft ⊳ vartriangleright ⊴ trianglelefteq ⊵
    trianglerighteq ⊸ multimap ⊺ intercal ⊻ veebar ⊼ barwedge ⋀ bigwedge ⋁ bigvee ⋂ bigcap ⋃ bigcup ⋅ cdot ⋆
    star ⋇ divideontimes ⋈ bowtie ⋉ ltimes ⋊ rtimes ⋋ leftthreetimes ⋌ rightthreetimes ⋍ backsimeq ⋎ curlyvee ⋏
    curlywedge ⋐ Subset ⋑ Supset ⋒ Cap ⋓ Cup ⋔ pitchfork ⋖ lessdot ⋗ gtrdot ⋘ lll ⋙ ggg ⋚ lesseqgtr ⋛ gtreqless
    ⋞ curlyeqprec ⋟ curlyeqsucc ⋦ lnsim ⋧ gnsim ⋨ precnsim ⋩ succnsim ⋬ ntrianglelefteq ⋭ ntrianglerighteq ⋮
    vdots ⋯ cdots ⋱ ddots ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ⌢ frown ⌣ smile ⎰ lmoustache ⎱ rmoustache ■
    blacksquare □ square △ bigtriangleup ▴ blacktriangle ▵ vartriangle ▶ blacktriangleright ▷ triangleright ▽
    bigtriangledown ▾ blacktriangledown ▿ triangledown ◀ blacktriangleleft ◁ triangleleft ◊ lozenge ◦ circ ◯
    bigcirc ★ bigstar ♠ spadesuit ♡ heartsuit ♢ diamondsuit ♣ clubsuit ♭ flat ♮ natural ♯ sharp ⟂ perp ⟨ langle
    ⟩ rangle ⟮ lgroup ⟯ rgroup ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow ⟸ Longleftarrow ⟹
    Longrightarrow ⟺ Longleftrightarrow ⟼ longmapsto ⨀ bigodot ⨁ bigoplus ⨂ bigotimes ⨄ biguplus ⨆ bigsqcup ⨿
    amalg ⩞ doublebarwedge ⩽ leqslant ⩾ geqslant ⪅ lessapprox ⪆ gtrapprox ⪇ lneq ⪈ gneq ⪉ lnapprox ⪊ gnapprox ⪋
    lesseqqgtr ⪌ gtreqqless ⪕ eqslantless ⪖ eqslantgtr ⪯ preceq ⪰ succeq ⪵ precneqq ⪶ succneqq ⪷ precapprox ⪸
    succapprox ⪹ precnapprox ⪺ succnapprox ⫅ subseteqq ⫆ supseteqq ⫋ subsetneqq ⫌ supsetneqq
"""
MATH_SYMBOLS = {char: f"\\{name}" for char, name in _pairs(_MATH_TABLE).items()}
"""Signs of mathematics; the Greek ones that look like a Latin letter are in `LATIN_LOOKALIKES`."""
LATIN_LOOKALIKES = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))
"""Greek letters for which TeX has no command, for they look like Latin ones."""
BLACKBOARD = {"ℂ": "C", "ℍ": "H", "ℕ": "N", "ℙ": "P", "ℚ": "Q", "ℝ": "R", "ℤ": "Z"}
"""Letters for sets, `\\mathbb`."""
CALLIGRAPHIC = dict(zip("ℬℰℱℋℐℒℳℛ", "BEFHILMR", strict=True))
"""Letters of `\\mathcal`."""
