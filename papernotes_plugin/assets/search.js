// @ts-check
/**
 * papernotes: titles and identifiers can be pasted into Material's search.  The search reads a word before a colon as
 * the name of a field, and finds nothing if that word has a hyphen (`MLE-bench: …`); such a colon is removed.  The
 * scheme of an identifier (`arXiv:…`) is removed too: as a word it would match all papers.
 */
(() => {
  "use strict";

  const REMOVED = /(?<=-[^\s:"]*):(?=\s|$)|(?<![^\s"])(?:arxiv|doi):\s*(?=\d)/gi;

  /** Remove such text from the search field. @param {Event} event */
  function cleanQuery({ target }) {
    if (!(target instanceof HTMLInputElement) || target.dataset.mdComponent !== "search-query") return;
    const words = target.value.replace(REMOVED, "");
    if (words === target.value) return;
    const at = Math.max(0, (target.selectionStart ?? words.length) - target.value.length + words.length);
    target.value = words;
    target.setSelectionRange(at, at);
  }

  // in the capture phase: before the search reads the field
  for (const kind of ["input", "keyup", "focusin"]) document.addEventListener(kind, cleanQuery, true);
})();
