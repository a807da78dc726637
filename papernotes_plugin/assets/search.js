// @ts-check
/**
 * papernotes: a title can be pasted into Material's search.  It takes what stands before a colon for the name of a
 * field, and finds nothing where that has a hyphen in it (`MLE-bench: …`): such a colon, which means nothing to the
 * search, is left out.
 */
(() => {
  "use strict";

  /** @param {Event} event */
  function mend({ target }) {
    if (!(target instanceof HTMLInputElement) || target.dataset.mdComponent !== "search-query") return;
    const words = target.value.replace(/(?<=-[^\s:"]*):(?=\s|$)/g, "");
    if (words === target.value) return;
    const lost = target.value.length - words.length;
    const at = Math.max(0, (target.selectionStart ?? words.length) - lost);
    target.value = words;
    target.setSelectionRange(at, at);
  }

  // before the search itself reads what was typed
  for (const kind of ["input", "keyup", "focusin"]) document.addEventListener(kind, mend, true);
})();
