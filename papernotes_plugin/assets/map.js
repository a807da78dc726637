// @ts-check
/**
 * papernotes: the map with search, threads, zoom and arrow keys.  Without a script it is an image and a table.
 * Two fingers zoom the page, not the map.
 *
 * @typedef {[slug: string, title: string, facts: string, x: number, y: number]} Paper
 * @typedef {[title: string, papers: number[]]} Note
 * @typedef {{pitch: number, papers: Paper[], notes: Note[]}} Graph
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ make, button, newElements, fold, load, positionCard }) => {
  /** Number of a paper's notes that are named and shown as threads. */
  const MAX_NOTES = 3;
  /** Number of found papers that are named on the map, and the length of a name in characters. */
  const [MAX_NAMES, MIN_LENGTH, MAX_LENGTH] = [12, 12, 48];

  /** Return an SVG element. @template {"a" | "circle" | "g" | "path" | "text"} T @param {T} tag @param {string} name */
  function createShape(tag, name) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    made.setAttribute("class", `papernotes-map-${name}`);
    return made;
  }

  /** Make a map interactive. @param {HTMLElement} figure @param {Graph} graph */
  function makeInteractive(figure, { papers, notes, pitch }) {
    const frame = /** @type {HTMLElement} */ (figure.querySelector(".papernotes-map-frame"));
    const svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    const { href } = /** @type {HTMLAnchorElement} */ (figure.querySelector(".papernotes-map-first"));
    // position of the slug in the URL of a paper's page
    const { slug = "" } = figure.dataset;
    const start = href.lastIndexOf(slug);
    const width = svg.viewBox.baseVal.width;
    const notesOf = papers.map(() => /** @type {Note[]} */ ([]));
    for (const note of notes) for (const at of note[1]) notesOf[at].push(note);
    const words = papers.map(([slug, title, facts]) => fold(`${title} ${facts} ${slug}`));

    // --- elements on top of the map
    const thread = createShape("path", "thread");
    const matchingDots = createShape("path", "found");
    matchingDots.setAttribute("stroke-width", String(pitch * 0.86));
    // the dot that the arrow keys have reached; the only dot in the tab order
    const focusedDot = createShape("a", "here");
    focusedDot.setAttribute("role", "link");
    const ring = createShape("circle", "ring");
    ring.setAttribute("r", String(Math.max(pitch / 2, 5)));
    ring.setAttribute("fill", "transparent");
    focusedDot.append(ring);
    svg.querySelectorAll("a").forEach((link) => link.setAttribute("tabindex", "-1"));
    svg.querySelectorAll(".papernotes-map-lane title").forEach((title) => {
      title.parentElement?.setAttribute("aria-label", title.textContent ?? "");
      // assistive technology does not expect a link with `xlink:href`
      title.parentElement?.setAttribute("role", "link");
      title.remove();
    });
    // the card of a paper says the same to assistive technology
    const labels = createShape("g", "names");
    labels.setAttribute("aria-hidden", "true");
    svg.append(thread, matchingDots, labels, focusedDot);
    svg.setAttribute("role", "group");

    // --- the toolbar
    const searchAttributes = { type: "search", placeholder: "Find papers", "aria-label": "Find papers on the map" };
    const search = make("input", searchAttributes);
    const choice = make("select", { "aria-label": "Show a note as a thread" }, new Option("All notes", ""));
    notes.forEach(([title, tied], at) => {
      if (tied.length > 1) choice.add(new Option(`${title} (${tied.length})`, String(at)));
    });
    const smaller = button({ "aria-label": "Zoom out", title: "Zoom out" }, "\u2212", () => zoomTo(zoom / 1.4));
    const whole = button({}, "Fit", () => zoomTo(Math.min(1, frame.clientWidth / width)));
    const larger = button({ "aria-label": "Zoom in", title: "Zoom in" }, "+", () => zoomTo(zoom * 1.4));
    const status = make("span", { class: "papernotes-map-said", role: "status" });
    const card = make("div", { class: "papernotes-card papernotes-map-card", role: "status", hidden: "" });
    frame.before(make("div", "map-bar", search, choice, smaller, whole, larger, status));
    figure.append(card);

    // --- the current paper
    let now = 0;
    /** @type {Set<number> | null} Papers found by the search; null if there is no query. */
    let matching = null;

    /** Return the paper with the least distance below a limit. @param {(paper: Paper) => number} distance */
    function nearest(distance, limit = Infinity) {
      let best = -1;
      papers.forEach((paper, at) => {
        const own = distance(paper);
        if (own < limit && (!matching || matching.has(at))) [best, limit] = [at, own];
      });
      return best;
    }

    /** Move the link to a dot. @param {number} at */
    function go(at) {
      const [own, title, facts, x, y] = papers[at];
      now = at;
      // Material's instant navigation fails on a plain `href` of an SVG link
      const page = href.slice(0, start) + own + href.slice(start + slug.length);
      focusedDot.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", page);
      focusedDot.setAttribute("aria-label", [title, facts].filter(Boolean).join(", "));
      ring.setAttribute("cx", String(x));
      ring.setAttribute("cy", String(y));
    }

    /** Show card and threads of a dot; hide them if negative. @param {number} at */
    function show(at) {
      card.hidden = at < 0;
      if (at >= 0) {
        go(at);
        const [, title, facts] = papers[at];
        const names = notesOf[at].map(([name]) => name);
        if (names.length > MAX_NOTES) names.splice(MAX_NOTES, Infinity, `and ${names.length - MAX_NOTES} more`);
        card.replaceChildren(make("strong", {}, title));
        const lines = [facts, names.length ? `In ${names.join(" \u00b7 ")}` : ""].filter(Boolean);
        card.append(...lines.map((line) => make("div", "card-line", line)));
        positionCard(card, ring.getBoundingClientRect());
      }
      const shown = choice.value ? [notes[Number(choice.value)]] : at >= 0 ? notesOf[at].slice(0, MAX_NOTES) : [];
      const paths = shown.map(([, tied]) => `M${tied.map((at) => `${papers[at][3]} ${papers[at][4]}`).join("L")}`);
      thread.setAttribute("d", paths.join(""));
    }
    const hide = () => show(-1);

    /** @type {number[]} */
    let named = [];

    /** Write titles next to the dots of `named`, where they are in view and cover no found dot and no other title. */
    function writeNames() {
      labels.replaceChildren();
      const shown = named.slice(0, MAX_NAMES);
      const covered = shown.map((at) => new DOMRect(papers[at][3] - pitch / 3, papers[at][4] - 1, pitch / 1.5, 2));
      for (const at of shown) {
        const [, title, , x, y] = papers[at];
        const [left, right] = [x - frame.scrollLeft / zoom, (frame.scrollLeft + frame.clientWidth) / zoom - x];
        const label = createShape("text", "name");
        label.setAttribute("y", String(y));
        labels.append(label);
        const place = (/** @type {boolean} */ isLeft) => {
          label.setAttribute("text-anchor", isLeft ? "end" : "start");
          label.setAttribute("x", String(x + (isLeft ? -0.7 : 0.7) * pitch));
          label.textContent = title;
          const room = (isLeft ? left : right) - pitch;
          const fitting = Math.floor((title.length * room) / label.getComputedTextLength());
          const length = Math.max(MIN_LENGTH, Math.min(MAX_LENGTH, fitting - 1));
          if (title.length > length) label.textContent = `${title.slice(0, length).trimEnd()}\u2026`;
          const { x: from, y: top, width, height } = label.getBBox();
          return fitting > Math.min(MIN_LENGTH, title.length - 1) && covered.every((other) =>
            from + width < other.x || other.right < from || top + height < other.y || other.bottom < top);
        };
        if (place(left > right) || place(left <= right)) {
          const { x, y, width, height } = label.getBBox();
          covered.push(new DOMRect(x, y, width, height));
        } else label.remove();
      }
    }

    /** Return whether the frame shows a dot. @param {number} at */
    function isInView(at) {
      const [x, y] = [papers[at][3] * zoom - frame.scrollLeft, papers[at][4] * zoom - frame.scrollTop];
      return x > 0 && x < frame.clientWidth && y > 0 && y < frame.clientHeight;
    }

    // --- search
    function find() {
      const terms = fold(search.value).split(/\s+/).filter(Boolean);
      const among = choice.value ? notes[Number(choice.value)][1] : papers.map((_, at) => at);
      const hasQuery = terms.length > 0 || choice.value !== "";
      const hits = among.filter((at) => hasQuery && terms.every((term) => words[at].includes(term)));
      matching = hasQuery ? new Set(hits) : null;
      svg.classList.toggle("papernotes-map-following", choice.value !== "");
      svg.classList.toggle("papernotes-map-searching", hasQuery);
      matchingDots.setAttribute("d", hits.map((at) => `M${papers[at][3]} ${papers[at][4]}h0`).join(""));
      status.textContent = hasQuery ? [hits, papers].map((all) => all.length.toLocaleString("en")).join(" of ") : "";
      named = terms.length ? hits : [];
      if (hits.length && !hits.some(isInView)) {
        const [, , , x, y] = papers[hits[0]];
        frame.scrollTo(x * zoom - frame.clientWidth / 2, y * zoom - frame.clientHeight / 2);
      }
      writeNames();
      if (hits.length) go(hits[0]);
      hide();
    }

    // --- zoom
    let zoom = svg.getBoundingClientRect().width / width;

    /** Zoom the map around a point of the frame, by default its middle. @param {number} wanted */
    function zoomTo(wanted, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
      const factor = Math.min(Math.max(wanted, 0.2), 8) / zoom;
      const [left, top] = [(frame.scrollLeft + x) * factor - x, (frame.scrollTop + y) * factor - y];
      // a fixed height, so that the content below the frame does not move
      if (!frame.style.height) frame.style.height = `${frame.offsetHeight}px`;
      zoom *= factor;
      svg.style.width = `${width * zoom}px`;
      svg.style.setProperty("--papernotes-zoom", String(zoom));
      writeNames();
      frame.scrollTo(left, top);
      hide();
    }

    // --- pointer and keyboard
    /** @type {{x: number, y: number} | null} Point of the map that the mouse drags. */
    let held = null;
    let dragged = false;

    frame.addEventListener("pointermove", (event) => {
      if (held && event.buttons & 1) {
        const [left, top] = [held.x - event.clientX, held.y - event.clientY];
        dragged ||= Math.hypot(left - frame.scrollLeft, top - frame.scrollTop) > 4;
        if (dragged) return frame.scrollTo(left, top);
      }
      const box = svg.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
      const at = nearest(([, , , px, py]) => Math.hypot(px - x, py - y), pitch * 0.74);
      if (at >= 0 ? card.hidden || at !== now : document.activeElement !== focusedDot) show(at);
    });
    frame.addEventListener("pointerdown", ({ pointerType, button, clientX, clientY }) => {
      dragged = false;
      const holds = pointerType === "mouse" && button === 0;
      held = holds ? { x: clientX + frame.scrollLeft, y: clientY + frame.scrollTop } : null;
    });
    // without this, the browser would drag a link instead of the map
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    frame.addEventListener("click", (event) => dragged && event.preventDefault(), true);
    frame.addEventListener("pointerleave", () => document.activeElement !== focusedDot && hide());
    frame.addEventListener("scroll", () => {
      // the names of the lanes stay visible
      const left = String(Math.round(12 + frame.scrollLeft / zoom));
      svg.querySelectorAll(".papernotes-map-lane text").forEach((name) => name.setAttribute("x", left));
      writeNames();
      if (!card.hidden) positionCard(card, ring.getBoundingClientRect());
    });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = frame.getBoundingClientRect();
      zoomTo(zoom * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });

    /** Return a function that moves to the next paper in a direction: in the same row, or to the nearest dot. */
    const step = (/** @type {number} */ dx, /** @type {number} */ dy) => () => {
      const [, , , x, y] = papers[now];
      const next = nearest(([, , , px, py]) => {
        const along = (px - x) * dx + (py - y) * dy;
        return along > 0 ? along + Math.abs(dx ? py - y : px - x) * (dx ? 20 : 2) : Infinity;
      });
      show(next < 0 ? now : next);
      ring.scrollIntoView({ block: "nearest", inline: "nearest" });
      positionCard(card, ring.getBoundingClientRect());
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => larger.click(), "=": () => larger.click(), "-": () => smaller.click(), 0: () => whole.click(),
      ArrowLeft: step(-1, 0), ArrowRight: step(1, 0), ArrowUp: step(0, -1), ArrowDown: step(0, 1), Escape: hide,
    };
    focusedDot.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      // Material uses some of these keys for navigation
      event.stopPropagation();
      keys[event.key]();
    });
    focusedDot.addEventListener("focus", () => show(now));
    focusedDot.addEventListener("blur", hide);
    search.addEventListener("input", find);
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !matching?.size) return;
      event.preventDefault();
      focusedDot.focus();
    });
    choice.addEventListener("change", find);
    go(0);
    // scrolled to the latest years if the frame is too narrow for all
    frame.scrollLeft = frame.scrollWidth;
  }

  return async () => {
    for (const figure of newElements(".papernotes-map")) {
      const url = new URL(figure.dataset.script ?? "", location.href).href;
      makeInteractive(figure, await load(url, (page) => page.papernotesGraph));
    }
  };
});
