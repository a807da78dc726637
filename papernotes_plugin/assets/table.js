// @ts-check
/**
 * papernotes: the table of all papers, filtered and sorted in the page, its rows drawn where they are seen.
 * Without a script the first papers and the pages of the years are there to read.  The data: docs/indexes.md.
 */
(() => {
  "use strict";

  /**
   * @typedef {{slug: string[], title: string[], authors: string[], also: string[], key: string[], year: number[],
   *   venue: number[], tags: number[][], notes: number[][], track?: string[], tldr?: string[],
   *   links?: string[][][]}} Rows
   * @typedef {{version: number, files: number, sort: string, columns: string[], tags: [string, string][],
   *   venues: [string, string, string][], notes: [string, string, string][], rows: Rows}} Data
   * @typedef {[tldr: string, reference: string, bibtex: string, links: string[][]]} Details
   * @typedef {{text: string, tag: string, venue: string, year: string, note: string, sort: string}} State
   * @typedef {{body: HTMLTableSectionElement, cell: HTMLTableCellElement}} Room
   * @typedef {{room: Room, body: HTMLTableSectionElement}} Drawn
   * @typedef {"text" | "tag" | "venue" | "year" | "note"} Filter
   */

  const NAMES = /** @type {const} */ ({ citekey: "Key", tldr: "TL;DR", recent: "Noted" });
  const FROM_THE_TOP = new Set(["year", "notes", "recent"]);
  /** Rows that are drawn or left out together. */
  const TOGETHER = 30;
  /** How far outside of the window they are drawn, in pixels. */
  const MARGIN = 600;
  const FILTERS = /** @type {Filter[]} */ (["text", "tag", "venue", "year", "note"]);
  const shared = /** @type {any} */ (globalThis);

  // --- small things ---------------------------------------------------------------------------------

  /**
   * An element with a class, words or elements in it.
   *
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {string} [name]
   * @param {...(Node | string)} inside
   */
  function make(tag, name, ...inside) {
    const element = document.createElement(tag);
    if (name) element.className = `papernotes-${name}`;
    element.append(...inside);
    return element;
  }

  const ROLES = { table: "table", tbody: "rowgroup", thead: "rowgroup", tr: "row", td: "cell", th: "columnheader" };

  /**
   * A part of the table, which is one to who listens also where a narrow screen shows cards.
   *
   * @template {keyof typeof ROLES} T
   * @param {T} tag
   * @param {string} name
   * @param {...(Node | string)} inside
   */
  function part(tag, name, ...inside) {
    const element = make(tag, name, ...inside);
    element.setAttribute("role", ROLES[tag]);
    return element;
  }

  /**
   * @param {string} words
   * @param {string} href
   */
  function link(words, href) {
    const made = make("a", "", words);
    made.href = href;
    return made;
  }

  /**
   * @param {string} words
   * @param {string} name
   * @param {() => void} act
   */
  function button(words, name, act) {
    const made = make("button", name, words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  /** @param {string} words as they are compared: without accents and case */
  const folded = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  /** @param {number} count */
  const papers = (count) => `${count.toLocaleString("en")} paper${count === 1 ? "" : "s"}`;

  /**
   * Load a script of the site, which assigns data.
   *
   * @param {string} url
   * @returns {Promise<void>}
   */
  function load(url) {
    return new Promise((done, failed) => {
      const script = document.createElement("script");
      script.addEventListener("load", () => done());
      script.addEventListener("error", () => failed(new Error(url)));
      script.src = url;
      document.head.append(script);
    });
  }

  /**
   * The CRC-32 of an ASCII text (ISO 3309), by which papers are shared out among files.
   *
   * @param {string} text
   */
  function checksum(text) {
    let sum = -1;
    for (let at = 0; at < text.length; at++) {
      sum ^= text.charCodeAt(at);
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return ~sum >>> 0;
  }

  // --- the papers -----------------------------------------------------------------------------------

  class Library {
    /**
     * @param {Data} data
     * @param {HTMLAnchorElement[]} samples links to the data and to a page of each kind, named `kind slug`
     */
    constructor(data, samples) {
      this.data = data;
      this.rows = data.rows;
      this.slugs = data.rows.slug.map((slug, row) => slug || data.rows.key[row].toLowerCase());
      this.folder = samples[0].href.replace(/[^/]*$/, "");
      /** Where the address of a page of each kind begins, and how all end. */
      this.begin = /** @type {Record<string, string>} */ ({});
      this.end = /(?:\/index\.html|\.html|\/)?$/.exec(samples[1].href)?.[0] ?? "";
      for (const sample of samples.slice(1)) {
        const [kind, slug] = (sample.textContent ?? "").split(" ");
        this.begin[kind] = sample.href.slice(0, sample.href.length - this.end.length - slug.length);
      }
      /** @type {string[]} */
      this.texts = [];
      /** @type {Map<string, (string | number)[]>} */
      this.orders = new Map();
      /** @type {Map<number, Promise<Record<string, Details>>>} */
      this.files = new Map();
    }

    /**
     * The address of a page.
     *
     * @param {"paper" | "tag" | "venue"} kind
     * @param {string} slug
     */
    page(kind, slug) {
      return this.begin[kind] + slug + this.end;
    }

    /** @param {number} row */
    recent(row) {
      return this.rows.notes[row].reduce((last, note) => {
        const date = this.data.notes[note][2];
        return date > last ? date : last;
      }, "");
    }

    /** @param {number} row */
    venue(row) {
      const place = this.data.venues[this.rows.venue[row]];
      if (!place) return "";
      const told = this.data.columns.includes("year") && place[1] === String(this.rows.year[row]);
      return told ? place[0] : `${place[0]} ${place[1]}`.trim();
    }

    /**
     * Prepare what is looked through for words, of some more papers.
     *
     * @param {number} [until]
     */
    prepare(until = Infinity) {
      const { tags, venues } = this.data;
      const { title, authors, also, key, year, venue, tags: tagged } = this.rows;
      for (let row = this.texts.length; row < Math.min(until, title.length); row++) {
        const [acronym, edition] = venues[venue[row]] ?? ["", ""];
        const named = tagged[row].map((tag) => `#${tags[tag][0]}`).join(" ");
        this.texts.push(
          folded(`${title[row]} ${authors[row]} ${also[row]} ${key[row]} ${acronym} ${edition} ${year[row]} ${named}`),
        );
      }
      return this.texts.length === title.length;
    }

    /**
     * The papers that are asked for, in the order asked for.
     *
     * @param {State} state
     */
    select(state) {
      const { data, rows } = this;
      let found = this.slugs.map((_, row) => row);
      if (state.year) {
        // a paper of a conference in another year than its own is asked for by both
        const meant = data.venues.map(([, year]) => year === state.year);
        found = found.filter((row) => String(rows.year[row]) === state.year || meant[rows.venue[row]]);
      }
      if (state.venue) {
        const wanted = folded(state.venue);
        const meant = data.venues.map(([acronym]) => folded(acronym) === wanted);
        found = found.filter((row) => meant[rows.venue[row]]);
      }
      if (state.tag) {
        const wanted = `${folded(state.tag)}/`;
        const meant = data.tags.map(([tag]) => `${folded(tag)}/`.startsWith(wanted));
        found = found.filter((row) => rows.tags[row].some((tag) => meant[tag]));
      }
      if (state.note) {
        const wanted = data.notes.findIndex(([, path]) => path === state.note);
        found = found.filter((row) => rows.notes[row].includes(wanted));
      }
      const words = folded(state.text).split(/\s+/).filter(Boolean);
      if (words.length) {
        this.prepare();
        found = found.filter((row) => words.every((word) => this.texts[row].includes(word)));
      }
      return this.sorted(found, state.sort);
    }

    /**
     * @param {number[]} found
     * @param {string} sort
     */
    sorted(found, sort) {
      // the data are in the order of the site
      if (sort === this.data.sort) return found.sort((a, b) => a - b);
      const column = sort.replace(/^-/, "");
      const keys = this.keys(column);
      const known = found.filter((row) => keys[row] !== "");
      const direction = sort.startsWith("-") !== (column === "recent") ? -1 : 1;
      known.sort((a, b) => (keys[a] < keys[b] ? -direction : keys[a] > keys[b] ? direction : a - b));
      return known.concat(found.filter((row) => keys[row] === ""));
    }

    /**
     * By what a column is sorted; "" where nothing stands in it.
     *
     * @param {string} column
     */
    keys(column) {
      let keys = this.orders.get(column);
      if (!keys) {
        keys = this.slugs.map((_, row) => this.key(column, row));
        this.orders.set(column, keys);
      }
      return keys;
    }

    /**
     * @param {string} column
     * @param {number} row
     * @returns {string | number}
     */
    key(column, row) {
      const { rows, data } = this;
      if (column === "year") return rows.year[row] || "";
      if (column === "notes") return rows.notes[row].length;
      if (column === "recent") return this.recent(row);
      if (column === "venue") return folded((data.venues[rows.venue[row]] ?? []).slice(0, 2).join(" "));
      if (column === "tags") return folded(rows.tags[row].map((tag) => data.tags[tag][0]).join(" "));
      if (column === "citekey") return folded(rows.key[row]);
      if (column === "links") return rows.links?.[row].length || "";
      const words = { authors: rows.authors, track: rows.track, tldr: rows.tldr }[column] ?? rows.title;
      return folded(words[row]).replace(/^[^\p{L}\p{N}]+/u, "");
    }

    /**
     * @param {number} row
     * @returns {Promise<Details>}
     */
    async details(row) {
      const slug = this.slugs[row];
      const number = checksum(slug) % this.data.files;
      let file = this.files.get(number);
      if (!file) {
        file = load(`${this.folder}table-${number}.js`).then(() => shared.papernotesDetails[number]);
        file.catch(() => this.files.delete(number));
        this.files.set(number, file);
      }
      return (await file)[slug];
    }

    /** @param {number[]} rows */
    async bibtex(rows) {
      const found = await Promise.all(rows.map((row) => this.details(row)));
      return found.map((details) => details[2]).filter(Boolean).join("\n");
    }
  }

  // --- the table ------------------------------------------------------------------------------------

  class Table {
    /**
     * @param {Library} library
     * @param {Element} place where it stands
     */
    constructor(library, place) {
      this.library = library;
      this.state = this.asked();
      /** @type {number[]} */
      this.found = [];
      /** @type {Set<number>} */
      this.chosen = new Set();
      /** @type {Set<number>} */
      this.opened = new Set();
      /** @type {number[]} of the blocks, in pixels; of one that was never drawn what is usual */
      this.heights = [];
      this.usual = 45 * TOGETHER;
      /** @type {Map<number, Drawn>} the blocks that are drawn, by number */
      this.drawn = new Map();
      this.tail = this.space();
      /** @type {number | undefined} */
      this.looking = undefined;
      this.place = place;
      this.build();
      this.show();
      const gone = new AbortController();
      for (const event of ["scroll", "resize"]) {
        const look = () => (place.isConnected ? this.soon() : gone.abort());
        addEventListener(event, look, { passive: true, signal: gone.signal });
      }
      this.soon();
      this.idle();
    }

    /** Prepare for the first word that is typed, while there is nothing else to do. */
    idle() {
      const later = shared.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 50));
      later(() => this.library.prepare(this.library.texts.length + 500) || this.idle());
    }

    /** Look what is seen before the next picture. */
    soon() {
      this.looking ??= requestAnimationFrame(() => {
        this.looking = undefined;
        this.look();
      });
    }

    /** What the address asks for. */
    asked() {
      const wanted = new URLSearchParams(location.search);
      const state = /** @type {State} */ ({ sort: wanted.get("sort") ?? this.library.data.sort });
      for (const name of FILTERS) state[name] = wanted.get(name) ?? "";
      return state;
    }

    /** Say in the address what is asked for, so that it can be shared. */
    tell() {
      const address = new URL(location.href);
      for (const [name, value] of Object.entries(this.state)) {
        const said = value && (name !== "sort" || value !== this.library.data.sort);
        if (said) address.searchParams.set(name, value);
        else address.searchParams.delete(name);
      }
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    }

    // --- what stands around it ----------------------------------------------------------------------

    build() {
      const { data, rows } = this.library;
      const search = make("input");
      search.type = "search";
      search.placeholder = "Filter by title, author, key …";
      search.setAttribute("aria-label", "Filter by words");
      search.autocomplete = "off";
      const inputs = /** @type {Record<Filter, HTMLInputElement | HTMLSelectElement>} */ ({ text: search });
      this.inputs = inputs;
      const years = Array.from(new Set(rows.year)).filter(Boolean).sort().reverse().map(String);
      const venues = Array.from(new Set(data.venues.map(([acronym]) => acronym)));
      /** @type {[Filter, string, string[][]][]} */
      const choices = [
        ["venue", "All venues", venues.map((name) => [name, name])],
        ["year", "All years", years.map((year) => [year, year])],
        ["tag", "All tags", parents(data.tags.map(([tag]) => tag)).map((tag) => [tag, `#${tag}`])],
        ["note", "All notes", data.notes.map(([title, path]) => [path, title])],
      ];
      for (const [name, all, values] of choices) {
        const select = make("select");
        select.setAttribute("aria-label", all.replace("All ", "Filter by ").replace(/s$/, ""));
        // thousands of choices take their time: they are made when somebody looks at them
        const now = this.state[name] && values.find(([value]) => folded(value) === folded(this.state[name]));
        if (now) this.state[name] = now[0];
        for (const [value, words] of now ? [["", all], now] : [["", all]]) select.add(new Option(words, value));
        const fill = () => {
          select.replaceChildren(...[["", all], ...values].map(([value, words]) => new Option(words, value)));
          select.value = this.state[name];
        };
        for (const event of ["pointerdown", "focus"]) select.addEventListener(event, fill, { once: true });
        inputs[name] = select;
      }
      for (const name of FILTERS) {
        inputs[name].addEventListener("input", () => {
          this.state[name] = inputs[name].value;
          this.change();
        });
      }
      this.reset = button("Reset", "reset", () => this.clear());
      const form = make("form", "filter", ...FILTERS.map((name) => inputs[name]), this.reset);
      form.setAttribute("role", "search");
      form.setAttribute("aria-label", "Papers");
      form.addEventListener("submit", (event) => event.preventDefault());
      this.status = make("span", "status");
      this.status.setAttribute("role", "status");
      this.copying = button("Copy BibTeX", "copy", () => this.cite(false));
      this.saving = button("Download .bib", "copy", () => this.cite(true));
      this.none = button("Clear selection", "copy", () => this.choose([...this.chosen], false));
      this.table = this.head();
      const bar = make("div", "chosen", this.status, this.copying, this.saving, this.none);
      this.place.replaceChildren(form, bar, this.table);
    }

    head() {
      const table = part("table", "papers");
      const row = part("tr", "");
      this.all = make("input");
      this.all.type = "checkbox";
      this.all.setAttribute("aria-label", "Select all papers shown");
      this.all.addEventListener("change", () => this.choose(this.found, this.all?.checked ?? false));
      row.append(part("th", "c-choice", this.all));
      /** @type {Map<string, HTMLElement>} */
      this.heads = new Map();
      for (const column of this.library.data.columns) {
        const name = /** @type {Record<string, string>} */ (NAMES)[column] ?? column[0].toUpperCase() + column.slice(1);
        const head = part("th", `c-${column}`, button(name, "sort", () => this.sort(column)));
        this.heads.set(column, head);
        row.append(head);
      }
      for (const head of row.cells) head.scope = "col";
      const caption = make("caption", "unseen", "All papers; the buttons in its head sort it");
      table.append(caption, part("thead", "", row), this.tail.body);
      return table;
    }

    /** @param {string} column */
    sort(column) {
      const now = this.state.sort;
      const first = FROM_THE_TOP.has(column) && column !== "recent" ? `-${column}` : column;
      const turned = now.startsWith("-") ? now.slice(1) : `-${now}`;
      this.state.sort = now.replace(/^-/, "") === column ? turned : first;
      this.change();
    }

    clear() {
      for (const name of FILTERS) this.state[name] = "";
      this.change();
      this.inputs?.text.focus();
    }

    change() {
      this.show();
      clearTimeout(this.waiting);
      // a browser takes it ill when an address changes with each key
      this.waiting = setTimeout(() => this.tell(), 300);
    }

    // --- what is shown ------------------------------------------------------------------------------

    show() {
      const { state, library, table } = this;
      if (!table || !this.inputs || !this.heads || !this.reset) return;
      this.found = library.select(state);
      for (const name of FILTERS) if (this.inputs[name].value !== state[name]) this.inputs[name].value = state[name];
      this.reset.hidden = !FILTERS.some((name) => state[name]);
      const sorted = state.sort.replace(/^-/, "");
      for (const [column, head] of this.heads) {
        const descending = state.sort.startsWith("-") !== (column === "recent");
        if (column === sorted) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      }
      table.setAttribute("aria-rowcount", String(this.found.length + 1));
      if (this.place.getBoundingClientRect().top < 0) this.place.scrollIntoView();
      for (const number of this.drawn.keys()) this.leaveOut(number);
      this.heights = Array(Math.ceil(this.found.length / TOGETHER)).fill(this.usual);
      if (this.found.length) this.draw(0);
      this.fit();
      this.count();
    }

    /** Draw the blocks that are seen or will be soon, and no others. */
    look() {
      const first = this.table?.tBodies[0].getBoundingClientRect();
      if (!first?.width) return;
      let top = first.top;
      const near = this.heights.map((height) => {
        top += height;
        return top > -MARGIN && top - height < innerHeight + MARGIN;
      });
      for (const [number, { body }] of this.drawn) {
        if (!near[number] && !body.contains(document.activeElement)) {
          this.heights[number] = this.usual = body.getBoundingClientRect().height;
          this.leaveOut(number);
        }
      }
      near.forEach((seen, number) => seen && !this.drawn.has(number) && this.draw(number));
      this.fit();
    }

    /** @param {number} number of a block */
    leaveOut(number) {
      const { room, body } = /** @type {Drawn} */ (this.drawn.get(number));
      room.body.remove();
      body.remove();
      this.drawn.delete(number);
    }

    /** @param {number} number of a block */
    draw(number) {
      const from = number * TOGETHER;
      const rows = this.found.slice(from, from + TOGETHER).flatMap((row, at) => {
        const drawn = this.row(row, from + at);
        return this.opened.has(row) ? [drawn, this.more(row)] : [drawn];
      });
      const body = part("tbody", "", ...rows);
      const room = this.space();
      const after = Math.min(...[...this.drawn.keys()].filter((other) => other > number));
      (this.drawn.get(after)?.room.body ?? this.tail.body).before(room.body, body);
      this.drawn.set(number, { room, body });
    }

    /** Room in the table for rows that are not drawn. */
    space() {
      const cell = part("td", "");
      cell.colSpan = this.library.data.columns.length + 1;
      const row = part("tr", "left-out", cell);
      row.setAttribute("aria-hidden", "true");
      return { body: part("tbody", "", row), cell };
    }

    /** Give what is not drawn its room. */
    fit() {
      let height = 0;
      this.heights.forEach((own, number) => {
        const drawn = this.drawn.get(number);
        if (drawn) {
          drawn.room.cell.style.height = `${height}px`;
          height = 0;
        } else height += own;
      });
      this.tail.cell.style.height = `${height}px`;
    }

    /**
     * @param {number} row
     * @param {number} at
     */
    row(row, at) {
      const choice = make("input");
      choice.type = "checkbox";
      choice.checked = this.chosen.has(row);
      choice.setAttribute("aria-label", `Select ${this.library.rows.title[row]}`);
      choice.addEventListener("change", () => this.choose([row], choice.checked));
      const made = part("tr", "", part("td", "c-choice", choice));
      made.setAttribute("aria-rowindex", String(at + 2));
      made.dataset.row = String(row);
      for (const column of this.library.data.columns) made.append(part("td", `c-${column}`, ...this.cell(column, row)));
      return made;
    }

    /**
     * @param {string} column
     * @param {number} row
     * @returns {(Node | string)[]}
     */
    cell(column, row) {
      const { rows, data } = this.library;
      if (column === "title") {
        const open = button("", "open", () => this.open(row, open));
        open.setAttribute("aria-label", "TL;DR and BibTeX");
        open.setAttribute("aria-expanded", String(this.opened.has(row)));
        return [open, make("span", "title", link(rows.title[row], this.library.page("paper", this.library.slugs[row])))];
      }
      if (column === "year") return rows.year[row] ? [String(rows.year[row])] : [];
      if (column === "notes") return [String(rows.notes[row].length)];
      if (column === "recent") return [this.library.recent(row)];
      if (column === "citekey") return [make("code", "", rows.key[row])];
      if (column === "venue") {
        const place = data.venues[rows.venue[row]];
        return place ? [make("span", "venue", link(this.library.venue(row), this.library.page("venue", place[2])))] : [];
      }
      if (column === "tags") {
        const tags = rows.tags[row].map((tag) => data.tags[tag]);
        return tags.length
          ? [make("span", "tags", ...tags.map(([tag, slug]) => link(`#${tag}`, this.library.page("tag", slug))))]
          : [];
      }
      if (column === "links") return linked(rows.links?.[row] ?? []);
      return [({ authors: rows.authors, track: rows.track, tldr: rows.tldr }[column] ?? [])[row] ?? ""];
    }

    count() {
      const { found, chosen, library } = this;
      const total = library.slugs.length;
      const filtered = found.length < total;
      const meant = chosen.size || (filtered ? found.length : 0);
      const shown = filtered ? `${found.length.toLocaleString("en")} of ${papers(total)}` : papers(total);
      if (this.status) this.status.textContent = chosen.size ? `${shown}, ${chosen.size} selected` : shown;
      for (const act of [this.copying, this.saving]) if (act) act.hidden = !meant;
      if (this.copying) this.copying.textContent = `Copy BibTeX (${meant})`;
      if (this.saving) this.saving.textContent = `Download .bib (${meant})`;
      if (this.none) this.none.hidden = !chosen.size;
      if (this.all) {
        const held = found.filter((row) => chosen.has(row)).length;
        this.all.checked = held > 0 && held === found.length;
        this.all.indeterminate = held > 0 && held < found.length;
      }
    }

    // --- choosing, opening, citing ------------------------------------------------------------------

    /**
     * @param {number[]} rows
     * @param {boolean} chosen
     */
    choose(rows, chosen) {
      for (const row of rows) {
        if (chosen) this.chosen.add(row);
        else this.chosen.delete(row);
      }
      if (rows.length > 1 || !chosen) {
        this.table?.querySelectorAll("tr[data-row]").forEach((line) => {
          const box = line.querySelector("input");
          if (box) box.checked = this.chosen.has(Number(/** @type {HTMLElement} */ (line).dataset.row));
        });
      }
      this.count();
    }

    /**
     * @param {number} row
     * @param {HTMLElement} opener
     */
    open(row, opener) {
      const line = opener.closest("tr");
      const shown = this.opened.has(row);
      opener.setAttribute("aria-expanded", String(!shown));
      if (shown) {
        this.opened.delete(row);
        line?.nextElementSibling?.remove();
      } else {
        this.opened.add(row);
        line?.after(this.more(row));
      }
    }

    /** @param {number} row */
    more(row) {
      const inside = part("td", "inside");
      inside.colSpan = this.library.data.columns.length + 1;
      this.library
        .details(row)
        .then(([tldr, reference, bibtex, links]) => {
          const cite = make("span", "cite", button("Copy BibTeX", "copy", () => copy(bibtex, code, status)));
          const status = make("span");
          status.setAttribute("role", "status");
          cite.append(button("Download .bib", "copy", () => save(bibtex, this.library.slugs[row])), status);
          const code = make("code", "", bibtex);
          if (tldr) inside.append(make("p", "", make("strong", "", "TL;DR"), ` ${tldr}`));
          if (links.length) inside.append(make("p", "links", ...linked(links)));
          inside.append(make("p", "", reference), cite, make("pre", "", code));
        })
        .catch(() => inside.append("This could not be loaded; the page of the paper has it."));
      return part("tr", "opened", inside);
    }

    /** @param {boolean} download */
    async cite(download) {
      if (!this.status) return;
      const order = this.chosen.size ? this.library.sorted([...this.chosen], this.state.sort) : this.found;
      try {
        const text = await this.library.bibtex(order);
        if (download) save(text, "papers");
        else await copy(text, null, this.status);
      } catch {
        this.status.textContent = "The BibTeX could not be loaded";
      }
      setTimeout(() => this.count(), 3000);
    }
  }

  /**
   * Tags and what stands above them, each once, in order.
   *
   * @param {string[]} tags
   */
  function parents(tags) {
    const found = new Set();
    for (const tag of tags) {
      const steps = tag.split("/");
      steps.forEach((_, at) => found.add(steps.slice(0, at + 1).join("/")));
    }
    return /** @type {string[]} */ (Array.from(found));
  }

  /** @param {string[][]} links label and address, which is empty where it leads nowhere */
  function linked(links) {
    const found = links.filter(([, url]) => /^(?:https?|mailto):/i.test(url));
    return found.flatMap(([label, url], at) => (at ? [" ", link(label, url)] : [link(label, url)]));
  }

  /**
   * @param {string} text
   * @param {Element | null} shown where the text can be seen
   * @param {HTMLElement} status
   */
  async function copy(text, shown, status) {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied";
    } catch {
      // no clipboard without a secure context: what is seen can be marked, anything can be downloaded
      if (shown) getSelection()?.selectAllChildren(shown);
      status.textContent = shown ? "Marked; press Ctrl+C" : "No clipboard here; download it";
    }
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  function save(text, name) {
    const made = link("", URL.createObjectURL(new Blob([text], { type: "application/x-bibtex" })));
    made.download = `${name}.bib`;
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 10000);
  }

  // --- start ----------------------------------------------------------------------------------------

  async function enhance() {
    // links into the table, which lead nowhere without it
    document.querySelectorAll(".papernotes-intable").forEach((words) => words.removeAttribute("hidden"));
    const source = document.querySelector(".papernotes-data");
    const marker = document.querySelector(".papernotes-library");
    if (!source || !marker || marker.childElementCount) return;
    const samples = Array.from(source.querySelectorAll("a"));
    await load(samples[0].href);
    const place = make("div", "view");
    new Table(new Library(shared.papernotesTable, samples), place);
    let next = marker.nextElementSibling;
    while (next && !next.matches("table, .md-typeset__scrollwrap")) next = next.nextElementSibling;
    next?.remove();
    document.querySelector(".papernotes-rest")?.parentElement?.remove();
    marker.replaceChildren(place);
  }

  // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
  if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(enhance);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
})();
