// @ts-check
/**
 * papernotes: the table of all papers, filtered and sorted in the browser; only visible rows are drawn.
 * Without a script the page has the first papers and links to the pages of the years.  Data: docs/indexes.md.
 *
 * @typedef {{slug: string[], title: string[], authors: string[], also: string[], key: string[], year: number[],
 *   venue: number[], tags: number[][], notes: number[][], track?: string[], tldr?: string[],
 *   links?: string[][][]}} Rows
 * @typedef {{version: number, files: number, sort: string, columns: string[], tags: [string, string][],
 *   venues: [string, string, string][], notes: [string, string, string][], untitled: number[], rows: Rows}} Data
 * @typedef {"text" | "tag" | "venue" | "year" | "note"} Filter
 * @typedef {{key: (row: number) => string | number, cell: (row: number) => (Node | string)[]}} Column sort key,
 *   "" for an empty cell, and content of a cell
 */
"use strict";

(globalThis.papernotesParts ??= []).push((core) => {
  const { make, button, addButtons, newElements, following, fold, copy, save, load, selection } = core;
  const NAMES = /** @type {Record<string, string>} */ ({ citekey: "Key", tldr: "TL;DR", recent: "Noted" });
  const FILTERS = /** @type {Filter[]} */ (["text", "tag", "venue", "year", "note"]);
  /** Number of rows that are drawn or removed together. */
  const BLOCK_SIZE = 30;

  /** @param {Node | string} words @param {string} href */
  const link = (words, href) => make("a", { href, dir: "auto" }, words);

  /** @param {string[][]} links label and URL, which is empty for none */
  const linked = (links) =>
    links.filter(([, url]) => /^(?:https?|mailto):/i.test(url)).flatMap(([label, url]) => [link(label, url), " "]);

  /**
   * Return functions that filter and sort the papers, and that give cells, details and URLs.
   *
   * @param {Data} data
   * @param {HTMLAnchorElement[]} links to the data and to a page of each kind, labelled `kind slug`
   */
  function library(data, [source, ...samples]) {
    const { rows, tags, venues, notes } = data;
    const slugs = rows.slug.map((slug, row) => slug || rows.key[row].toLowerCase());
    const every = slugs.map((_, row) => row);
    // start of the URLs of each kind of page, and their common end
    const end = /(?:\/index\.html|\.html|\/)?$/.exec(samples[0].href)?.[0] ?? "";
    const begin = Object.fromEntries(samples.map(({ href, textContent }) => {
      const [kind, slug] = (textContent ?? "").split(" ");
      return [kind, href.slice(0, -end.length - slug.length)];
    }));
    // folded, for comparison with the filters
    const under = tags.map(([tag]) => `${fold(tag)}/`);
    const acronyms = venues.map(([acronym]) => fold(acronym));
    const paths = notes.map(([, path]) => fold(path));
    // rows with a name that is no title
    const untitled = new Set(data.untitled);
    /** @type {string[]} */
    const texts = [];
    /** @type {Record<string, (string | number)[]>} */
    const orders = {};

    /** Return the text of a row that is searched for words. @param {number} row */
    function text(row) {
      const { title, authors, also, key, year } = rows;
      const [acronym, edition] = venues[rows.venue[row]] ?? [];
      const words = [title[row], authors[row], also[row], key[row], acronym, edition, year[row]];
      return fold([...words, ...rows.tags[row].map((tag) => `#${tags[tag][0]}`)].join(" "));
    }
    // computed before the reader types the first word
    setTimeout(() => every.forEach((row) => (texts[row] ??= text(row))), 200);

    /** @type {Record<Filter, (row: number, wanted: string) => boolean>} whether a row matches a filter */
    const fits = {
      // a paper may appear in another year than its conference: both years match
      year: (row, wanted) => String(rows.year[row]) === wanted || venues[rows.venue[row]]?.[1] === wanted,
      venue: (row, wanted) => acronyms[rows.venue[row]] === wanted,
      tag: (row, wanted) => rows.tags[row].some((tag) => under[tag].startsWith(`${wanted}/`)),
      note: (row, wanted) => rows.notes[row].some((note) => paths[note] === wanted),
      text: (row, wanted) => wanted.split(/\s+/).every((word) => (texts[row] ??= text(row)).includes(word)),
    };

    /** @param {number} row @returns {string} latest date of its notes */
    const recent = (row) => rows.notes[row].reduce((last, at) => (notes[at][2] > last ? notes[at][2] : last), "");
    /** @param {number} row */
    const tagged = (row) => rows.tags[row].map((at) => tags[at]);
    /** @param {"paper" | "tag" | "venue"} kind @param {string} slug */
    const page = (kind, slug, ending = end) => begin[kind] + slug + ending;
    /** @param {string[]} list @returns {Column} */
    const words = (list) => ({
      key: (row) => fold(list[row]).replace(/^[^\p{L}\p{N}]+/u, ""),
      cell: (row) => [list[row]],
    });

    /** @param {number} row */
    const name = (row) => (untitled.has(row) ? make("code", {}, rows.title[row]) : rows.title[row]);

    /** @type {Record<string, Column>} */
    const columns = {
      title: {
        key: words(rows.title).key,
        cell: (row) => [make("span", "title", link(name(row), page("paper", slugs[row])))],
      },
      authors: {
        key: words(rows.authors).key,
        cell: (row) => {
          const parts = rows.authors[row].split(/( and | et al\.$)/);
          return parts.filter(Boolean).map((part, at) => (at % 2 ? part : make("bdi", {}, part)));
        },
      },
      track: words(rows.track ?? rows.title),
      tldr: { key: words(rows.tldr ?? []).key, cell: (row) => [make("bdi", {}, rows.tldr?.[row] ?? "")] },
      year: { key: (row) => rows.year[row] || "", cell: (row) => [String(rows.year[row] || "")] },
      notes: { key: (row) => rows.notes[row].length, cell: (row) => [String(rows.notes[row].length)] },
      recent: { key: recent, cell: (row) => [recent(row)] },
      citekey: { key: (row) => fold(rows.key[row]), cell: (row) => [make("code", {}, rows.key[row])] },
      links: { key: (row) => rows.links?.[row].length || "", cell: (row) => linked(rows.links?.[row] ?? []) },
      venue: {
        key: (row) => fold((venues[rows.venue[row]] ?? []).slice(0, 2).join(" ")),
        cell: (row) => {
          const [acronym, edition, slug] = venues[rows.venue[row]] ?? [];
          const omitYear = !edition || (data.columns.includes("year") && edition === String(rows.year[row]));
          const words = omitYear ? acronym : `${acronym} ${edition}`;
          return acronym ? [make("span", "venue", link(words, page("venue", slug)))] : [];
        },
      },
      tags: {
        key: (row) => fold(tagged(row).map(([tag]) => tag).join(" ")),
        cell: (row) => {
          const tagLinks = tagged(row).map(([tag, slug]) => link(`#${tag}`, page("tag", slug)));
          return tagLinks.length ? [make("span", "tags", ...tagLinks)] : [];
        },
      },
    };

    /** @param {Partial<Record<Filter, string>> & {sort: string}} state */
    function select({ sort, ...state }) {
      let matches = every;
      for (const name of FILTERS) {
        const wanted = fold(state[name] ?? "").trim();
        if (wanted) matches = matches.filter((row) => fits[name](row, wanted));
      }
      // the data are sorted like the site
      if (sort === data.sort) return matches;
      const column = sort.replace(/^-/, "");
      const keys = (orders[column] ??= every.map((row) => columns[column].key(row)));
      const direction = sort.startsWith("-") !== (column === "recent") ? -1 : 1;
      const nonEmpty = matches.filter((row) => keys[row] !== "");
      nonEmpty.sort((a, b) => (keys[a] < keys[b] ? -direction : keys[a] > keys[b] ? direction : a - b));
      return nonEmpty.concat(matches.filter((row) => keys[row] === ""));
    }

    const folder = new URL(".", source.href).href;
    /** @param {number} row */
    async function details(row) {
      const found = await core.details(folder, data.files, slugs[row]);
      return found ?? Promise.reject(new Error(slugs[row]));
    }

    return { data, slugs, columns, select, details, page, source: { folder, end, files: data.files } };
  }

  /** Show the table with its filters. @param {ReturnType<typeof library>} papers @param {Element} container */
  function view({ data, slugs, columns, select, details, page, source }, container) {
    const wanted = new URLSearchParams(location.search);
    const state = /** @type {Record<Filter | "sort", string>} */ ({ sort: wanted.get("sort") ?? data.sort });
    for (const name of FILTERS) state[name] = wanted.get(name) ?? "";
    if (!Object.hasOwn(columns, state.sort.replace(/^-/, ""))) state.sort = data.sort;
    const rowOf = new Map(slugs.map((slug, row) => [slug, row]));
    /** @type {Set<number>} */
    let chosen = new Set();
    /** @type {Set<number>} */
    const opened = new Set();
    /** @type {number[]} */
    let matches = [];

    // --- filters
    /** Return a filter with choices. @param {Filter} name @param {string[][]} values value and label of each */
    function choice(name, values) {
      const select = make("select", { "aria-label": `Filter by ${name}` });
      const all = ["", `All ${name}s`];
      /** @param {string[][]} options */
      const fill = (options) => {
        select.replaceChildren(...options.map(([value, words]) => new Option(words, value)));
        select.value = state[name];
      };
      const now = values.find(([value]) => fold(value) === fold(state[name]));
      if (now) state[name] = now[0];
      fill(now ? [all, now] : [all]);
      // thousands of options are slow to create, so they are created when the filter is used
      for (const event of ["pointerdown", "focus"]) {
        select.addEventListener(event, () => fill([all, ...values]), { once: true });
      }
      return select;
    }

    const words = { type: "search", placeholder: "Filter by title, author, key …", "aria-label": "Filter by words" };
    const years = [...new Set(data.rows.year)].filter(Boolean).sort((a, b) => b - a).map(String);
    const venues = [...new Set(data.venues.map(([acronym]) => acronym))];
    // tags and their parents
    const above = data.tags.flatMap(([tag]) => tag.split("/").map((_, at, steps) => steps.slice(0, at + 1).join("/")));
    const inputs = {
      text: make("input", { ...words, autocomplete: "off" }),
      tag: choice("tag", [...new Set(above)].map((tag) => [tag, `#${tag}`])),
      venue: choice("venue", venues.map((venue) => [venue, venue])),
      year: choice("year", years.map((year) => [year, year])),
      note: choice("note", data.notes.map(([title, path]) => [path, title])),
    };
    for (const name of FILTERS) {
      inputs[name].addEventListener("input", () => {
        state[name] = inputs[name].value;
        changed();
      });
    }
    const reset = button("reset", "Reset", () => {
      for (const name of FILTERS) state[name] = "";
      changed();
      inputs.text.focus();
    });
    const form = make("form", { class: "papernotes-filter", role: "search", "aria-label": "Papers" });
    form.append(...FILTERS.map((name) => inputs[name]), reset);
    form.addEventListener("submit", (event) => event.preventDefault());

    // --- actions for the selected papers, else for those that match
    const status = make("span", { class: "papernotes-status", role: "status" });
    const copying = button("copy", "", () => gather((text) => copy(text)));
    const saving = button("copy", "", () => gather((text) => save(text, "papers.bib")));
    const none = button("copy", "Clear selection", () => choose([...chosen], false));
    const whole = make("input", { type: "checkbox", "aria-label": "Select all papers shown" });
    whole.addEventListener("change", () => choose(matches, whole.checked));

    /** @param {(text: string) => Promise<string> | void} act called with the BibTeX */
    async function gather(act) {
      try {
        const rows = chosen.size ? select({ sort: state.sort }).filter((row) => chosen.has(row)) : matches;
        const loaded = await Promise.all(rows.map(details));
        status.textContent = (await act(loaded.map(([, , bibtex]) => bibtex).filter(Boolean).join("\n"))) ?? "Saved";
      } catch {
        status.textContent = "The BibTeX could not be loaded";
      }
      setTimeout(count, 3000);
    }

    /** @param {number[]} rows @param {boolean} wanted */
    function choose(rows, wanted) {
      selection.choose(rows.map((row) => [slugs[row], data.rows.title[row]]), wanted, source);
    }

    /** Show the selection, which the basket may have changed. */
    function readSelection() {
      if (!container.isConnected) return document.removeEventListener("papernotes-selection", readSelection);
      chosen = new Set([...selection.papers().keys()].flatMap((slug) => rowOf.get(slug) ?? []));
      for (const line of table.querySelectorAll("tr")) {
        const box = line.dataset.row && line.querySelector("input");
        if (box) box.checked = chosen.has(Number(line.dataset.row));
      }
      count();
    }

    /** @param {number} number */
    const papersOf = (number) => `${number.toLocaleString("en")} paper${number === 1 ? "" : "s"}`;

    function count() {
      const filtered = matches.length < slugs.length;
      const papers = chosen.size || (filtered ? matches.length : 0);
      const all = papersOf(slugs.length);
      const shown = filtered ? `${matches.length.toLocaleString("en")} of ${all}` : all;
      status.textContent = chosen.size ? `${shown}, ${chosen.size} selected` : shown;
      copying.hidden = saving.hidden = !papers;
      copying.textContent = `Copy BibTeX (${papers})`;
      saving.textContent = `Download .bib (${papers})`;
      none.hidden = !chosen.size;
      const selected = matches.filter((row) => chosen.has(row)).length;
      whole.checked = selected > 0 && selected === matches.length;
      whole.indeterminate = selected > 0 && selected < matches.length;
    }

    // --- the table
    const heads = data.columns.map((column) => {
      const name = NAMES[column] ?? column[0].toUpperCase() + column.slice(1);
      const turn = button("sort", name, () => {
        const first = column === "year" || column === "notes" ? `-${column}` : column;
        const turned = state.sort.startsWith("-") ? column : `-${column}`;
        state.sort = state.sort.replace(/^-/, "") === column ? turned : first;
        changed();
      });
      return make("th", { class: `papernotes-c-${column}`, scope: "col" }, turn);
    });
    const head = make("tr", {}, make("th", { class: "papernotes-c-choice", scope: "col" }, whole), ...heads);
    const named = { class: "papernotes-papers", "aria-label": "All papers; the buttons in its head sort it" };
    const table = make("table", named, make("thead", {}, head));

    /** Height of a block of rows in pixels, as an estimate for blocks that are not drawn. */
    let height = 0;
    /** @type {Map<Element, number>} index in `matches` of the first row of each block */
    const blocks = new Map();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const isDrawn = !target.querySelector(".papernotes-left-out");
        if (isIntersecting === isDrawn || target.contains(document.activeElement)) continue;
        if (isIntersecting) draw(target);
        else leaveOut(target, boundingClientRect.height);
      }
    }, { rootMargin: "600px" });

    /** @param {Element} block */
    function draw(block) {
      const from = blocks.get(block) ?? 0;
      const rows = matches.slice(from, from + BLOCK_SIZE).flatMap((row, at) => {
        const tableRow = line(row, from + at);
        return opened.has(row) ? [tableRow, more(row)] : [tableRow];
      });
      block.replaceChildren(...rows);
    }

    /** @param {Element} block @param {number} height in pixels */
    function leaveOut(block, height) {
      const row = make("tr", { class: "papernotes-left-out", "aria-hidden": "true" }, make("td"));
      row.style.height = `${height}px`;
      block.replaceChildren(row);
    }

    /** @param {number} row @param {number} at */
    function line(row, at) {
      const box = make("input", { type: "checkbox", "aria-label": `Select ${data.rows.title[row]}` });
      box.checked = chosen.has(row);
      box.addEventListener("change", () => choose([row], box.checked));
      const opener = button({ class: "papernotes-open", "aria-label": "TL;DR and BibTeX" }, "", () => {
        if (opened.delete(row)) tableRow.nextElementSibling?.remove();
        else tableRow.after(more(row));
        opener.setAttribute("aria-expanded", String(opened.has(row)));
      });
      opener.setAttribute("aria-expanded", String(opened.has(row)));
      const cells = data.columns.map((column) => {
        const cell = make("td", `c-${column}`, ...columns[column].cell(row));
        if (column === "title") cell.prepend(opener);
        return cell;
      });
      const about = { "aria-rowindex": String(at + 2), "data-row": String(row) };
      const tableRow = make("tr", about, make("td", "c-choice", box), ...cells);
      return tableRow;
    }

    /** Return the row with the details of a paper. @param {number} row */
    function more(row) {
      opened.add(row);
      const inside = make("td", { class: "papernotes-inside", colspan: String(head.cells.length) });
      details(row).then(
        ([tldr, reference, bibtex, links, ris]) => {
          if (tldr) inside.append(make("p", { dir: "auto" }, make("bdi", {}, make("strong", {}, "TL;DR")), ` ${tldr}`));
          if (links.length) inside.append(make("p", "links", ...linked(links)));
          const hasFiles = ris === undefined;
          /** @param {string} name @param {Element | null} shown @param {string} [ending] extension of its file */
          const offer = (name, shown, ending) => {
            const saved = ending && hasFiles ? [link(`Download ${ending}`, page("paper", slugs[row], ending))] : [];
            const offered = make("span", "cite", name, ...saved);
            addButtons(offered, shown?.querySelector("code") ?? shown, slugs[row]);
            inside.append(offered, ...(shown ? [shown] : []));
          };
          const parts = reference.split(/(https?:\/\/\S+[^\s.])/).map((part, at) => (at % 2 ? link(part, part) : part));
          offer("Reference", make("p", { dir: "auto" }, ...parts));
          offer("BibTeX", make("pre", {}, make("code", {}, bibtex)), ".bib");
          const fold = make("details", "fold", make("summary", {}, "Show the record"));
          fold.append(make("pre", {}, make("code", {}, ris ?? "")));
          if (ris !== "") offer("RIS", hasFiles ? null : fold, ".ris");
        },
        () => inside.append("This could not be loaded; the page of the paper has it."),
      );
      return make("tr", "opened", inside);
    }

    // --- advice if no paper matches
    const advice = make("div", { class: "papernotes-advice", role: "status" });

    /** Return the words by which the reader knows the value of a filter. @param {Filter} name */
    function labelOf(name) {
      const input = inputs[name];
      return input instanceof HTMLSelectElement ? input.selectedOptions[0].text : `“${state[name].trim()}”`;
    }

    /** Offer to remove a filter, or a word, without which papers match. */
    function advise() {
      const active = FILTERS.filter((name) => state[name].trim());
      /** @type {[label: string, change: Partial<typeof state>][]} */
      const changes = active.map((name) => [labelOf(name), { [name]: "" }]);
      const words = state.text.trim().split(/\s+/);
      for (const [at, word] of words.length > 1 ? words.entries() : []) {
        changes.push([`“${word}”`, { text: words.filter((_, other) => other !== at).join(" ") }]);
      }
      const offers = changes.flatMap(([label, change]) => {
        const found = select({ ...state, ...change, sort: data.sort }).length;
        const act = () => {
          Object.assign(state, change);
          changed();
          inputs.text.focus();
        };
        return found ? [button("copy", `Without ${label}: ${papersOf(found)}`, act)] : [];
      });
      const reason = offers.length ? ". Remove a filter:" : ", even with a filter less.";
      advice.replaceChildren(make("p", {}, `No paper matches${reason}`), ...offers);
    }

    // --- print: all rows that match
    const printed = make("span", "printed");
    function beforePrint() {
      if (!container.isConnected) return removeEventListener("beforeprint", beforePrint);
      observer.disconnect();
      for (const block of blocks.keys()) draw(block);
    }
    function afterPrint() {
      if (!container.isConnected) return removeEventListener("afterprint", afterPrint);
      blocks.forEach((_, block) => observer.observe(block));
    }

    // --- updates
    function show() {
      matches = select(state);
      for (const name of FILTERS) if (inputs[name].value !== state[name]) inputs[name].value = state[name];
      reset.hidden = !FILTERS.some((name) => state[name]);
      const column = state.sort.replace(/^-/, "");
      const descending = state.sort.startsWith("-") !== (column === "recent");
      heads.forEach((cell, at) => {
        if (data.columns[at] !== column) cell.removeAttribute("aria-sort");
        else cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
      });
      table.setAttribute("aria-rowcount", String(matches.length + 1));
      if (container.getBoundingClientRect().top < 0) container.scrollIntoView();
      observer.disconnect();
      for (const block of blocks.keys()) block.remove();
      blocks.clear();
      for (let from = 0; from < matches.length; from += BLOCK_SIZE) {
        const block = make("tbody");
        blocks.set(block, from);
        if (from) leaveOut(block, (height * Math.min(BLOCK_SIZE, matches.length - from)) / BLOCK_SIZE);
        else draw(block);
        table.append(block);
        height ||= (block.offsetHeight * BLOCK_SIZE) / block.childElementCount;
      }
      blocks.forEach((_, block) => observer.observe(block));
      table.hidden = !matches.length;
      advice.replaceChildren();
      if (table.hidden) advise();
      printed.textContent = FILTERS.filter((name) => state[name]).map(labelOf).join(", ");
      count();
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    function changed() {
      show();
      clearTimeout(waiting);
      // browsers limit how often a script may change the URL
      waiting = setTimeout(() => {
        const address = new URL(location.href);
        for (const [name, value] of Object.entries(state)) {
          if (value && (name !== "sort" || value !== data.sort)) address.searchParams.set(name, value);
          else address.searchParams.delete(name);
        }
        if (container.isConnected && address.href !== location.href) history.replaceState(history.state, "", address);
      }, 300);
    }

    container.replaceChildren(form, make("div", "chosen", status, printed, copying, saving, none), table, advice);
    // papers that the site no longer has
    selection.choose([...selection.papers()].filter(([slug]) => !rowOf.has(slug)), false, source);
    document.addEventListener("papernotes-selection", readSelection);
    addEventListener("beforeprint", beforePrint);
    addEventListener("afterprint", afterPrint);
    show();
    readSelection();
  }

  return async () => {
    // links to filtered tables, which need this script
    document.querySelectorAll(".papernotes-intable").forEach((words) => words.removeAttribute("hidden"));
    const [marker] = newElements(".papernotes-library");
    const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".papernotes-data a")]);
    if (!marker || !links.length) return;
    // the page shows the first papers already; only a link to a filtered table needs the others at once
    if (document.readyState !== "complete" && !location.search) {
      await new Promise((done) => addEventListener("load", done, { once: true }));
    }
    const data = await load(links[0].href, (page) => page.papernotesTable);
    const table = following(marker, "table");
    (table?.closest(".md-typeset__scrollwrap") ?? table)?.remove();
    document.querySelector(".papernotes-rest")?.parentElement?.remove();
    const container = make("div", "view");
    marker.replaceChildren(container);
    view(library(data, links), container);
  };
});
