// @ts-check
/**
 * papernotes: outlines that a reader unfolds.  Without a script they are there whole.
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ button, fresh }) => {
  /** Lines up to which an outline is unfolded from the start. */
  const FEW = 40;

  /** Give the line above a branch a button, and say how to fold and unfold it. @param {HTMLElement} branch */
  function foldable(branch) {
    const line = /** @type {HTMLElement} */ (branch.parentElement);
    // its own words: a letter is no link, but those below it are
    const label = `Below ${line.firstChild?.textContent?.trim() || "this"}`;
    const opener = button({ class: "papernotes-open", "aria-label": label }, "", () => fold());
    const fold = (shown = opener.getAttribute("aria-expanded") === "false") => {
      opener.setAttribute("aria-expanded", String(shown));
      // what is folded can be found by the browser's own search, which unfolds it
      if (shown) branch.removeAttribute("hidden");
      else branch.setAttribute("hidden", "until-found");
    };
    branch.addEventListener("beforematch", () => fold(true));
    line.classList.add("papernotes-branch");
    line.prepend(opener);
    return fold;
  }

  return () => {
    for (const marker of fresh(".papernotes-outline")) {
      const list = marker.nextElementSibling;
      if (list?.tagName !== "UL") continue;
      const folds = Array.from(list.querySelectorAll("ul"), foldable);
      if (!folds.length) continue;
      let shown = list.querySelectorAll("li").length > FEW;
      const all = button("copy", "", () => {
        shown = !shown;
        folds.forEach((fold) => fold(shown));
        all.textContent = shown ? "Fold all" : "Unfold all";
      });
      all.click();
      marker.append(all);
    }
  };
});
