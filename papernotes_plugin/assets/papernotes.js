/**
 * papernotes: tables of papers that sort, pages that lead on.  Without a script both are there to read.
 * No framework, no network; under instant navigation it runs once for each page.
 */
(() => {
  "use strict";

  const DONE = "papernotesDone";
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  /**
   * The first element that fits, in what follows an element.
   *
   * @param {Element} marker
   * @param {string} selector
   * @returns {Element | null}
   */
  function following(marker, selector) {
    // in a list or a quote the marker may stand in a paragraph of its own
    const from = marker.parentElement?.tagName === "P" ? marker.parentElement : marker;
    for (let next = from.nextElementSibling; next; next = next.nextElementSibling) {
      const found = next.matches(selector) ? next : next.querySelector(selector);
      if (found) return found;
    }
    return null;
  }

  /**
   * Whether an element is met for the first time.
   *
   * @param {HTMLElement} element
   */
  function fresh(element) {
    if (element.dataset[DONE]) return false;
    element.dataset[DONE] = "true";
    return true;
  }

  /**
   * Sort the rows of a table by one column; cells that say nothing stay at the end.
   *
   * @param {HTMLTableElement} table
   * @param {number} column
   * @param {number} direction 1 for ascending, -1 for descending
   */
  function sort(table, column, direction) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => ({ row, key: (row.cells[column]?.textContent ?? "").trim() }));
    rows.sort((a, b) => {
      if (!a.key || !b.key) return Number(!a.key) - Number(!b.key);
      return direction * collator.compare(a.key, b.key);
    });
    body.append(...rows.map(({ row }) => row));
  }

  /**
   * Give each head of a table a button that sorts by its column.
   *
   * @param {HTMLTableElement} table
   */
  function sortable(table) {
    const heads = Array.from(table.tHead?.rows[0]?.cells ?? []);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "papernotes-sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const number = /^\d+$/.test((table.tBodies[0]?.rows[0]?.cells[column]?.textContent ?? "").trim());
        const before = head.getAttribute("aria-sort");
        const ascending = before ? before === "descending" : !number;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        sort(table, column, ascending ? 1 : -1);
      });
    });
  }

  function enhance() {
    // a page that a renamed paper has left: go on to its new one, to the same place
    const moved = document.querySelector(".papernotes-moved a");
    if (moved instanceof HTMLAnchorElement) location.replace(moved.href + location.hash);
    document.querySelectorAll(".papernotes-table").forEach((marker) => {
      const table = following(marker, "table");
      if (table instanceof HTMLTableElement && table.tBodies[0] && fresh(table)) sortable(table);
    });
    document.querySelectorAll(".papernotes-download a").forEach((link) => link.setAttribute("download", ""));
  }

  // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
  if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(enhance);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
})();
