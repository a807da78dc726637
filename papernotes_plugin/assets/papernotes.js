// @ts-check
/**
 * papernotes: what its scripts share, tables of papers that sort, what cites a paper, and pages that lead on.  Without
 * a script all is there to read.  No framework; each script is started once for each page, also where pages are put
 * in place by instant navigation, and whatever the order in which the scripts have loaded.
 *
 * @typedef {object} Core
 * @property {<T extends keyof HTMLElementTagNameMap>(tag: T, about?: string | Record<string, string>,
 *   ...inside: (Node | string)[]) => HTMLElementTagNameMap[T]} make an element; `about` is its class or its attributes
 * @property {(about: string | Record<string, string>, words: string, act: () => void) => HTMLButtonElement} button
 * @property {(selector: string) => HTMLElement[]} fresh those elements of the page that were not met before
 * @property {(marker: Element, selector: string) => Element | null} following the first that fits after a marker
 * @property {(words: string) => string} fold words as they are compared: without accents and case
 * @property {(text: string, shown?: Element | null) => Promise<string>} copy and tell how that went; where there is no
 *   clipboard, what is shown of the text is marked
 * @property {(text: string, name: string) => void} save a text as a file
 * @property {(row: HTMLElement, shown: Element | null, slug: string) => void} cite give a row, a name and perhaps a
 *   link to a file, buttons that copy and save its text: what is shown of it, or else that file
 * @property {(card: HTMLElement, first: DOMRect, last?: DOMRect) => void} place a card below the last line of what it
 *   is about, or above the first where there is more room
 * @property {<T>(url: string, read: (globals: any) => T) => Promise<T>} load a script, once, and read what it assigns
 *
 * @typedef {(core: Core) => () => void} Part gives the function that is to be called on each page
 */
(() => {
  "use strict";

  /** @type {WeakSet<Element>} */
  const met = new WeakSet();
  /** @type {Map<string, Promise<any>>} */
  const loads = new Map();
  /** Pixels between a line and its card, and between a card and the edge of the window. */
  const GAP = 6;
  /** @type {Record<string, string>} */
  const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", th: "columnheader", td: "cell" };
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  /** @type {Core} */
  const core = {
    make(tag, about = {}, ...inside) {
      const made = document.createElement(tag);
      const attributes = typeof about === "string" ? { class: `papernotes-${about}` } : about;
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      // a table is one to who listens also where a narrow screen shows cards
      if (tag in ROLES) made.setAttribute("role", ROLES[tag]);
      made.append(...inside);
      return made;
    },

    button(about, words, act) {
      const made = core.make("button", about, words);
      made.type = "button";
      made.addEventListener("click", act);
      return made;
    },

    fresh(selector) {
      const found = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
      return found.filter((element) => !met.has(element) && met.add(element));
    },

    following(marker, selector) {
      // in a list or a quote the marker may stand in a paragraph of its own
      const from = marker.parentElement?.tagName === "P" ? marker.parentElement : marker;
      for (let next = from.nextElementSibling; next; next = next.nextElementSibling) {
        const found = next.matches(selector) ? next : next.querySelector(selector);
        if (found) return found;
      }
      return null;
    },

    fold: (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),

    async copy(text, shown) {
      try {
        await navigator.clipboard.writeText(text);
        return "Copied";
      } catch {
        // without a secure context (http) there is no clipboard
        if (!shown) return "No clipboard here; download it";
        shown.closest("details")?.setAttribute("open", "");
        getSelection()?.selectAllChildren(shown);
        return document.execCommand("copy") ? "Copied" : "Marked; press Ctrl+C";
      }
    },

    save(text, name) {
      const href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
      core.make("a", { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10000);
    },

    cite(row, shown, slug) {
      met.add(row);
      const name = (row.firstChild?.textContent ?? "").trim();
      const link = row.querySelector("a");
      const status = core.make("span", { role: "status" });
      const text = async () => {
        if (!link || shown) return `${(shown?.textContent ?? "").trim()}\n`;
        const answer = await fetch(link.href);
        return answer.ok ? answer.text() : Promise.reject(new Error(link.href));
      };
      /** @param {string} does @param {string} told @param {() => Promise<string>} act */
      const button = (does, told, act) =>
        core.button({ class: "papernotes-copy", "aria-label": told }, does, async () => {
          status.textContent = await act();
          setTimeout(() => (status.textContent = ""), 3000);
        });
      const copy = () => text().then((words) => core.copy(words, shown), () => "Not copied");
      const save = async () => (core.save(await text(), `${slug}.txt`), "");
      link?.setAttribute("download", "");
      // a page that was opened from a folder may read no file
      const copier = shown || location.protocol !== "file:" ? [button("Copy", `Copy ${name}`, copy)] : [];
      row.append(...copier, link ?? button("Download .txt", `Download .txt, ${name}`, save), status);
    },

    place(card, first, last = first) {
      const box = (card.offsetParent ?? document.documentElement).getBoundingClientRect();
      const below = innerHeight - last.bottom - card.offsetHeight - 2 * GAP;
      const up = below < 0 && first.top > innerHeight - last.bottom;
      const top = up ? first.top - GAP - card.offsetHeight : last.bottom + GAP;
      const left = Math.min(last.left, document.documentElement.clientWidth - card.offsetWidth - GAP);
      card.style.left = `${Math.max(left, GAP) - box.left}px`;
      card.style.top = `${top - box.top}px`;
    },

    load(url, read) {
      // a page that was opened from a folder may load scripts, but no data
      const load = loads.get(url) ?? new Promise((done, failed) => {
        const script = core.make("script", { src: url });
        script.addEventListener("load", () => done(read(globalThis)));
        script.addEventListener("error", () => failed(new Error(url)));
        document.head.append(script);
      });
      loads.set(url, load);
      load.catch(() => loads.delete(url));
      return load;
    },
  };

  /** @param {Part} part */
  function start(part) {
    const enhance = part(core);
    // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
    if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(() => enhance());
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => enhance());
    else enhance();
  }

  /** Give each head of a table a button that sorts by its column. @param {HTMLTableElement} table */
  function sortable({ tHead, tBodies: [body] }) {
    const heads = [...(tHead?.rows[0]?.cells ?? [])];
    heads.forEach((head, column) => {
      const button = core.button("sort", "", () => {
        const rows = Array.from(body.rows, (row) => ({ row, key: (row.cells[column]?.textContent ?? "").trim() }));
        const before = head.getAttribute("aria-sort");
        // numbers from the largest first
        const ascending = before ? before === "descending" : !/^\d+$/.test(rows[0]?.key);
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        rows.sort((a, b) => {
          // what says nothing stays at the end
          if (!a.key || !b.key) return Number(!a.key) - Number(!b.key);
          return collator.compare(a.key, b.key) * (ascending ? 1 : -1);
        });
        body.append(...rows.map(({ row }) => row));
      });
      button.append(...head.childNodes);
      head.append(button);
    });
  }

  function enhance() {
    // a page that a renamed paper has left: go on to its new one, to the same place
    const moved = document.querySelector(".papernotes-moved a");
    if (moved instanceof HTMLAnchorElement) location.replace(moved.href + location.hash);
    for (const marker of core.fresh(".papernotes-table")) {
      const table = core.following(marker, "table");
      if (table instanceof HTMLTableElement && table.tBodies[0]) sortable(table);
    }
    const slug = location.pathname.replace(/(index)?(\.html)?\/?$/, "").split("/").pop() || "paper";
    for (const row of core.fresh(".papernotes-cite")) {
      const block = (row.closest("p") ?? row).nextElementSibling;
      core.cite(row, block?.querySelector("code") ?? block, slug);
    }
    document.querySelectorAll(".papernotes-download a").forEach((link) => link.setAttribute("download", ""));
  }

  const waiting = globalThis.papernotesParts ?? [];
  globalThis.papernotesParts = /** @type {any} */ ({ push: start });
  // nothing waits where this file was loaded before
  if (Array.isArray(waiting)) [() => enhance, ...waiting].forEach(start);
})();
