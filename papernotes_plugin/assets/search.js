// @ts-check
/**
 * papernotes: a title can be pasted into Material's search.  It takes what stands before a colon for the name of a
 * field, and finds nothing where that has a hyphen in it (`MLE-bench: …`): such a colon, which means nothing to the
 * search, is left out.  So is the scheme of an identifier (`arXiv:…`), which would be a word that others have, too.
 */
(() => {
  "use strict";

  const MEANINGLESS = /(?<=-[^\s:"]*):(?=\s|$)|(?<![^\s"])(?:arxiv|doi):\s*(?=\d)/gi;

  /** @param {Event} event */
  function mend({ target }) {
    if (!(target instanceof HTMLInputElement) || target.dataset.mdComponent !== "search-query") return;
    const words = target.value.replace(MEANINGLESS, "");
    if (words === target.value) return;
    const at = Math.max(0, (target.selectionStart ?? words.length) - target.value.length + words.length);
    target.value = words;
    target.setSelectionRange(at, at);
  }

  // before the search itself reads what was typed
  for (const kind of ["input", "keyup", "focusin"]) document.addEventListener(kind, mend, true);
})();
