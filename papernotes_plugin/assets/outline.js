// @ts-check
/**
 * papernotes: outlines with branches that can be folded.  Without a script all branches are shown.
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ button, newElements }) => {
  /** Number of lines up to which an outline is unfolded at first. */
  const MAX_UNFOLDED = 40;

  /** Add a button to the line above a branch; return a function that folds it. @param {HTMLElement} branch */
  function makeFoldable(branch) {
    const line = /** @type {HTMLElement} */ (branch.parentElement);
    // the first text of the line itself: a letter is no link, unlike the lines below it
    const label = `Below ${line.firstChild?.textContent?.trim() || "this"}`;
    const opener = button({ class: "papernotes-open", "aria-label": label }, "", () => fold());
    const fold = (shown = opener.getAttribute("aria-expanded") === "false") => {
      opener.setAttribute("aria-expanded", String(shown));
      // the browser's own search finds folded lines and unfolds them
      if (shown) branch.removeAttribute("hidden");
      else branch.setAttribute("hidden", "until-found");
    };
    branch.addEventListener("beforematch", () => fold(true));
    line.classList.add("papernotes-branch");
    line.prepend(opener);
    return fold;
  }

  return () => {
    for (const marker of newElements(".papernotes-outline")) {
      const list = marker.nextElementSibling;
      if (list?.tagName !== "UL") continue;
      const folds = Array.from(list.querySelectorAll("ul"), makeFoldable);
      if (!folds.length) continue;
      let shown = list.querySelectorAll("li").length > MAX_UNFOLDED;
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
