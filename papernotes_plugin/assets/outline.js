// @ts-check
/**
 * papernotes: outlines that a reader unfolds.  Without a script they are there whole.
 */
(() => {
  "use strict";

  /** Lines up to which an outline is unfolded from the start. */
  const FEW = 40;

  /**
   * @param {HTMLElement} opener
   * @param {HTMLElement} branch
   * @param {boolean} shown
   */
  function fold(opener, branch, shown) {
    opener.setAttribute("aria-expanded", String(shown));
    // what is folded can be found by the browser's own search, which unfolds it
    if (shown) branch.removeAttribute("hidden");
    else branch.setAttribute("hidden", "until-found");
  }

  /**
   * Give each line with lines below it a button, and the whole outline one.
   *
   * @param {Element} marker before the list
   * @param {Element} list
   */
  function foldable(marker, list) {
    /** @type {[HTMLButtonElement, HTMLElement][]} */
    const branches = [];
    for (const branch of list.querySelectorAll("ul")) {
      const line = branch.parentElement;
      if (!line) continue;
      const opener = document.createElement("button");
      opener.type = "button";
      opener.className = "papernotes-open";
      opener.setAttribute("aria-label", `Below ${line.querySelector("a")?.textContent ?? "this"}`);
      opener.addEventListener("click", () => fold(opener, branch, opener.getAttribute("aria-expanded") === "false"));
      branch.addEventListener("beforematch", () => fold(opener, branch, true));
      line.classList.add("papernotes-branch");
      line.prepend(opener);
      branches.push([opener, branch]);
    }
    if (!branches.length) return;
    let shown = list.querySelectorAll("li").length <= FEW;
    const all = document.createElement("button");
    all.type = "button";
    all.className = "papernotes-copy";
    const turn = () => {
      for (const [opener, branch] of branches) fold(opener, branch, shown);
      all.textContent = shown ? "Fold all" : "Unfold all";
    };
    all.addEventListener("click", () => {
      shown = !shown;
      turn();
    });
    turn();
    marker.append(all);
  }

  function enhance() {
    const marker = document.querySelector(".papernotes-outline");
    const list = marker?.nextElementSibling;
    if (marker && list?.tagName === "UL" && !marker.childElementCount) foldable(marker, list);
  }

  // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
  if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(enhance);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
})();
