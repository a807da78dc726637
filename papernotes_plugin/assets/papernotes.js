// @ts-check
/**
 * papernotes: functions shared by its scripts, sortable tables of papers, buttons to copy citations, and redirects.
 * Without a script all content is readable.  Each script runs once for each page, also after instant navigation, and
 * in whatever order the scripts have loaded.
 *
 * @typedef {object} Core
 * @property {string} folder URL of the folder of the scripts
 * @property {<T extends keyof HTMLElementTagNameMap>(tag: T, about?: string | Record<string, string>,
 *   ...inside: (Node | string)[]) => HTMLElementTagNameMap[T]} make an element; `about` is its class or its attributes
 * @property {(about: string | Record<string, string>, words: string, act: () => void) => HTMLButtonElement} button
 * @property {(selector: string) => HTMLElement[]} newElements elements of the page that earlier calls did not return
 * @property {(marker: Element, selector: string) => Element | null} following first matching element after a marker
 * @property {(words: string) => string} fold text without accents and case, for comparison
 * @property {(text: string, shown?: Element | null) => Promise<string>} copy a text, and return a status to
 *   show; without a clipboard, the element that shows the text is selected
 * @property {(text: string, name: string) => void} save a text as a file
 * @property {(row: HTMLElement, shown: Element | null, slug: string, load?: () => Promise<string>) => void} addButtons
 *   add buttons to a row that copy and save its text: the loaded one, else that of the given element, else that of the
 *   file which the row links to
 * @property {(card: HTMLElement, first: DOMRect, last?: DOMRect) => void} positionCard put a card below the last line
 *   of a link, or above the first line if there is more room
 * @property {<T>(url: string, read: (globals: any) => T) => Promise<T>} load a script once, and read what it sets
 * @property {(folder: string, files: number, slug: string) => Promise<Details | undefined>} details load the details of
 *   a paper: the folder of the papers' pages, and the number of files that have details
 * @property {Selection} selection
 *
 * @typedef {[tldr: string, reference: string, bibtex: string, links: string[][], ris?: string]} Details RIS if papers
 *   have no files of their own
 * @typedef {object} Selection the papers that the reader has selected on this site, kept while the tab is open
 * @property {() => Map<string, string>} papers title by slug
 * @property {() => Source} source
 * @property {(papers: Iterable<[slug: string, title: string]>, wanted: boolean, source?: Source) => void} choose
 *   select papers, or no longer select them; dispatches the event `papernotes-selection` on the document
 *
 * @typedef {{folder: string, end: string, files: number}} Source the folder of the papers' pages, the end of their
 *   URLs, and the number of files that have details
 *
 * @typedef {(core: Core) => () => void} Part returns the function to call on each page
 */
(() => {
  "use strict";

  /** @type {WeakSet<Element>} */
  const seen = new WeakSet();
  /** @type {Map<string, Promise<any>>} */
  const loads = new Map();
  /** Pixels between a link and its card, and between a card and the edge of the window. */
  const GAP = 6;
  /** @type {Record<string, string>} */
  const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", th: "columnheader", td: "cell" };
  /** @type {Record<string, string>} */
  const ENDINGS = { BibTeX: ".bib", RIS: ".ris" };
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  const { currentScript, baseURI } = document;
  const folder = new URL(".", currentScript instanceof HTMLScriptElement ? currentScript.src : baseURI).href;
  /** Where the selection is stored: sites of one host have one storage. */
  const place = `papernotes ${folder}`;
  const stored = { source: { folder: "", end: "", files: 1 }, papers: /** @type {Map<string, string>} */ (new Map()) };
  try {
    const { source, papers } = JSON.parse(sessionStorage.getItem(place) ?? "{}");
    if (source) Object.assign(stored, { source, papers: new Map(papers) });
  } catch {
    // without a storage, the selection lasts as long as the page
  }

  /** Return the CRC-32 of a text (ISO 3309), which selects the file of a paper's details. @param {string} text */
  function checksum(text) {
    let sum = -1;
    for (const letter of text) {
      sum ^= letter.charCodeAt(0);
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return ~sum >>> 0;
  }

  /** @type {Core} */
  const core = {
    folder,

    make(tag, about = {}, ...inside) {
      const element = document.createElement(tag);
      const attributes = typeof about === "string" ? { class: `papernotes-${about}` } : about;
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      // explicit roles: the narrow layout shows rows as cards, which would lose the roles of a table
      if (tag in ROLES) element.setAttribute("role", ROLES[tag]);
      element.append(...inside);
      return element;
    },

    button(about, words, act) {
      const element = core.make("button", about, words);
      element.type = "button";
      element.addEventListener("click", act);
      return element;
    },

    newElements(selector) {
      const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
      return elements.filter((element) => !seen.has(element) && seen.add(element));
    },

    following(marker, selector) {
      // in a list or a quote, Markdown puts the marker into a paragraph
      const from = marker.parentElement?.tagName === "P" ? marker.parentElement : marker;
      for (let next = from.nextElementSibling; next; next = next.nextElementSibling) {
        const match = next.matches(selector) ? next : next.querySelector(selector);
        if (match) return match;
      }
      return null;
    },

    fold: (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),

    async copy(text, shown) {
      try {
        await navigator.clipboard.writeText(text);
        return "Copied";
      } catch {
        // browsers offer the clipboard in secure contexts only, not over http
        if (!shown) return "No clipboard here; download it";
        shown.closest("details")?.setAttribute("open", "");
        getSelection()?.selectAllChildren(shown);
        return document.execCommand("copy") ? "Copied" : "Marked; press Ctrl+C";
      }
    },

    save(text, name) {
      // with the type text/plain, some browsers add .txt to the name
      const type = name.endsWith(".txt") ? "text/plain;charset=utf-8" : "application/octet-stream";
      const href = URL.createObjectURL(new Blob([text], { type }));
      core.make("a", { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10000);
    },

    addButtons(row, shown, slug, load) {
      seen.add(row);
      const name = (row.firstChild?.textContent ?? "").trim();
      const link = row.querySelector("a");
      const status = core.make("span", { role: "status" });
      const ending = ENDINGS[name] ?? ".txt";
      const text = async () => {
        if (load) return load();
        // the last line of a RIS record ends in a space
        if (!link || shown) return `${(shown?.textContent ?? "").replace(/^\s+|[\n\r]+$/g, "")}\n`;
        const answer = await fetch(link.href);
        return answer.ok ? answer.text() : Promise.reject(new Error(link.href));
      };
      /** @param {string} does @param {string} label @param {() => Promise<string>} act */
      const button = (does, label, act) =>
        core.button({ class: "papernotes-copy", "aria-label": label }, does, async () => {
          status.textContent = await act();
          setTimeout(() => (status.textContent = ""), 3000);
        });
      const copy = () => text().then((words) => core.copy(words, shown), () => "Not copied");
      const save = () => text().then((words) => (core.save(words, slug + ending), ""), () => "Not loaded");
      link?.setAttribute("download", "");
      // a page opened from a folder (file:) may not fetch files
      const copier = shown || load || location.protocol !== "file:" ? [button("Copy", `Copy ${name}`, copy)] : [];
      row.append(...copier, link ?? button(`Download ${ending}`, `Download ${ending}, ${name}`, save), status);
    },

    positionCard(card, first, last = first) {
      const box = (card.offsetParent ?? document.documentElement).getBoundingClientRect();
      const below = innerHeight - last.bottom - card.offsetHeight - 2 * GAP;
      const up = below < 0 && first.top > innerHeight - last.bottom;
      const top = up ? first.top - GAP - card.offsetHeight : last.bottom + GAP;
      const left = Math.min(last.left, document.documentElement.clientWidth - card.offsetWidth - GAP);
      card.style.left = `${Math.max(left, GAP) - box.left}px`;
      card.style.top = `${top - box.top}px`;
    },

    load(url, read) {
      // a page opened from a folder (file:) may load scripts, but not fetch data
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

    async details(folder, files, slug) {
      const number = checksum(slug) % files;
      return (await core.load(`${folder}table-${number}.js`, (page) => page.papernotesDetails[number]))[slug];
    },

    selection: {
      papers: () => stored.papers,
      source: () => stored.source,
      choose(papers, wanted, source = stored.source) {
        stored.source = source;
        for (const [slug, title] of papers) {
          if (wanted) stored.papers.set(slug, title);
          else stored.papers.delete(slug);
        }
        try {
          sessionStorage.setItem(place, JSON.stringify({ source, papers: [...stored.papers] }));
        } catch {
          // no storage, or a full one
        }
        document.dispatchEvent(new Event("papernotes-selection"));
      },
    },
  };

  /** @param {Part} part */
  function start(part) {
    const enhance = part(core);
    // from a folder (file:) Material has no instant navigation, and `document$` may emit nothing
    if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(() => enhance());
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => enhance());
    else enhance();
  }

  /** Add a button that sorts by its column to each head of a table. @param {HTMLTableElement} table */
  function makeSortable({ tHead, tBodies: [body] }) {
    const heads = [...(tHead?.rows[0]?.cells ?? [])];
    heads.forEach((head, column) => {
      const button = core.button("sort", "", () => {
        const rows = Array.from(body.rows, (row) => ({ row, key: (row.cells[column]?.textContent ?? "").trim() }));
        const before = head.getAttribute("aria-sort");
        // numbers descending at first
        const ascending = before ? before === "descending" : !/^\d+$/.test(rows[0]?.key);
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        rows.sort((a, b) => {
          // empty cells stay at the end
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
    // the former page of a renamed paper: redirect to its new page, with the same fragment
    const moved = document.querySelector(".papernotes-moved a");
    if (moved instanceof HTMLAnchorElement) location.replace(moved.href + location.hash);
    for (const marker of core.newElements(".papernotes-table")) {
      const table = core.following(marker, "table");
      if (table instanceof HTMLTableElement && table.tBodies[0]) makeSortable(table);
    }
    const slug = location.pathname.replace(/(\/index)?(\.html)?\/?$/, "").split("/").pop() || "paper";
    for (const row of core.newElements(".papernotes-cite")) {
      const block = (row.closest("p") ?? row).nextElementSibling;
      core.addButtons(row, block?.querySelector("code") ?? block, slug);
    }
    document.querySelectorAll(".papernotes-download a").forEach((link) => link.setAttribute("download", ""));
  }

  const waiting = globalThis.papernotesParts ?? [];
  globalThis.papernotesParts = /** @type {any} */ ({ push: start });
  // not an array if this file was loaded before
  if (Array.isArray(waiting)) [() => enhance, ...waiting].forEach(start);
})();
