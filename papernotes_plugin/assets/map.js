// @ts-check
/**
 * papernotes: the map, with search, threads, zoom and arrow keys.  Without a script it is there to see and to read.
 * No framework, no network but the site's own data; under instant navigation it runs once for each page.
 */
(() => {
  "use strict";

  /**
   * @typedef {[slug: string, title: string, told: string, x: number, y: number]} Paper
   * @typedef {[title: string, papers: number[]]} Tie
   * @typedef {{pitch: number, papers: Paper[], notes: Tie[]}} Graph
   */

  const SVG = "http://www.w3.org/2000/svg";
  const XLINK = "http://www.w3.org/1999/xlink";
  const ZOOMS = [0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4];
  const NAMED = 3;

  /** @param {string} text */
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  /**
   * A new element with some properties and children.
   *
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} name
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   * @returns {HTMLElementTagNameMap[K]}
   */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /**
   * A new element of the picture.
   *
   * @param {string} name
   * @param {string} kind
   * @returns {SVGElement}
   */
  function drawn(name, kind) {
    const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
    made.setAttribute("class", `papernotes-map-${kind}`);
    return made;
  }

  /**
   * The data of a map, which comes as a script: a page read from a disk may load nothing else.
   *
   * @param {string} url
   * @returns {Promise<Graph>}
   */
  function graphOf(url) {
    const store = /** @type {any} */ (globalThis);
    if (store.papernotesGraphFrom === url) return Promise.resolve(store.papernotesGraph);
    return new Promise((resolve, reject) => {
      const script = element("script", { src: url });
      script.addEventListener("load", () => {
        store.papernotesGraphFrom = url;
        resolve(store.papernotesGraph);
      });
      script.addEventListener("error", reject);
      document.head.append(script);
    });
  }

  /**
   * Make a map answer.
   *
   * @param {HTMLElement} figure
   * @param {Graph} graph
   */
  function enliven(figure, graph) {
    const { papers, notes, pitch } = graph;
    const frame = /** @type {HTMLElement} */ (figure.querySelector(".papernotes-map-frame"));
    const svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    const first = /** @type {HTMLAnchorElement} */ (figure.querySelector(".papernotes-map-first"));
    const [before, after] = around(first.href, figure.dataset.slug ?? "");
    const width = svg.viewBox.baseVal.width;
    /** @type {number[][]} The notes of each paper. */
    const notesOf = papers.map(() => []);
    notes.forEach(([, tied], note) => tied.forEach((paper) => notesOf[paper].push(note)));
    const words = papers.map(([slug, title, told]) => folded(`${title} ${told} ${slug}`));
    /** @type {Map<string, number[]>} The papers in each square of the picture. */
    const squares = new Map();
    papers.forEach(([, , , x, y], at) => {
      const square = `${Math.floor(x / pitch)} ${Math.floor(y / pitch)}`;
      squares.set(square, [...(squares.get(square) ?? []), at]);
    });

    // --- what lies over the picture

    const thread = drawn("path", "thread");
    const found = drawn("path", "found");
    const here = drawn("a", "here");
    const ring = drawn("circle", "ring");
    ring.setAttribute("r", String(Math.max(pitch / 2, 5)));
    here.setAttribute("role", "link");
    here.append(ring);
    const over = drawn("g", "over");
    over.append(thread, found, here);
    svg.append(over);
    found.setAttribute("stroke-width", String(pitch * 0.86));
    // one stop for the keyboard: the dot that the arrows have reached
    svg.querySelectorAll("a:not(.papernotes-map-here)").forEach((link) => link.setAttribute("tabindex", "-1"));
    svg.querySelectorAll(".papernotes-map-lane title").forEach((title) => {
      title.parentElement?.setAttribute("aria-label", title.textContent ?? "");
      // by its old name a link is none to those who look for roles
      title.parentElement?.setAttribute("role", "link");
      title.remove();
    });
    svg.setAttribute("role", "group");

    // --- the bar

    const search = element("input", { type: "search", placeholder: "Find papers", "aria-label": "Find papers on the map" });
    const choice = element("select", { "aria-label": "Show a note as a thread" }, element("option", { value: "" }, "All notes"));
    notes.forEach(([title, tied], at) => {
      if (tied.length > 1) choice.append(element("option", { value: String(at) }, `${title} (${tied.length})`));
    });
    const said = element("span", { class: "papernotes-map-said", role: "status" });
    const smaller = element("button", { type: "button", "aria-label": "Zoom out", title: "Zoom out" }, "\u2212");
    const whole = element("button", { type: "button" }, "Fit");
    const larger = element("button", { type: "button", "aria-label": "Zoom in", title: "Zoom in" }, "+");
    const card = element("div", { class: "papernotes-map-card", role: "status", hidden: "" });
    frame.before(element("div", { class: "papernotes-map-bar" }, search, choice, smaller, whole, larger, said));
    figure.append(card);

    // --- one paper

    let now = -1;
    /** @type {Set<number> | null} Those that the search has found; null where it asks for nothing. */
    let matching = null;

    /** @param {number[]} tied */
    const path = (tied) => tied.map((at, step) => `${step ? "L" : "M"}${papers[at][3]} ${papers[at][4]}`).join("");

    function drawThread() {
      const chosen = choice.value ? [Number(choice.value)] : now >= 0 && !card.hidden ? notesOf[now].slice(0, NAMED) : [];
      thread.setAttribute("d", chosen.map((note) => path(notes[note][1])).join(""));
    }

    /**
     * Put the link on a dot, and tell of it.
     *
     * @param {number} at
     */
    function go(at) {
      const [slug, title, told, x, y] = papers[at];
      now = at;
      // Material's instant navigation stumbles over a plain `href` on a link of a picture
      here.setAttributeNS(XLINK, "xlink:href", before + slug + after);
      here.setAttribute("role", "link");
      here.setAttribute("aria-label", [title, told].filter(Boolean).join(", "));
      ring.setAttribute("cx", String(x));
      ring.setAttribute("cy", String(y));
    }

    /** @param {number} at */
    function show(at) {
      if (at === now && !card.hidden) return;
      go(at);
      const [, title, told] = papers[at];
      const names = notesOf[at].map((note) => notes[note][0]);
      const more = names.length > NAMED ? [`and ${names.length - NAMED} more`] : [];
      card.replaceChildren(
        element("strong", {}, title),
        ...(told ? [element("span", {}, told)] : []),
        ...(names.length ? [element("small", {}, `In ${[...names.slice(0, NAMED), ...more].join(" \u00b7 ")}`)] : []),
      );
      card.hidden = false;
      place();
      drawThread();
    }

    function hide() {
      card.hidden = true;
      drawThread();
    }

    /** Where the card does not cover the dot: below it, or above where there is no room. */
    function place() {
      const dot = ring.getBoundingClientRect();
      const box = figure.getBoundingClientRect();
      const left = Math.min(Math.max(dot.left - box.left, 0), Math.max(box.width - card.offsetWidth, 0));
      const room = box.bottom - dot.bottom > card.offsetHeight + 8;
      card.style.left = `${left}px`;
      card.style.top = `${room ? dot.bottom - box.top + 6 : dot.top - box.top - card.offsetHeight - 6}px`;
    }

    /** The paper at a place of the window, or -1. @param {MouseEvent} event */
    function under(event) {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) * width) / box.width;
      const y = ((event.clientY - box.top) * width) / box.width;
      let [best, nearest] = [-1, pitch * pitch * 0.55];
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          for (const at of squares.get(`${Math.floor(x / pitch) + dx} ${Math.floor(y / pitch) + dy}`) ?? []) {
            const far = (papers[at][3] - x) ** 2 + (papers[at][4] - y) ** 2;
            if (far < nearest && (!matching || matching.has(at))) [best, nearest] = [at, far];
          }
        }
      }
      return best;
    }

    /** The next paper in a direction, or the same. @param {number} dx @param {number} dy */
    function next(dx, dy) {
      const [, , , x, y] = papers[now];
      let [best, nearest] = [now, Infinity];
      papers.forEach(([, , , px, py], at) => {
        const along = dx ? (px - x) * dx : (py - y) * dy;
        const aside = Math.abs(dx ? py - y : px - x);
        // along a row first; between rows the nearest dot counts
        const far = along + aside * (dx ? 20 : 2);
        if (along > 0 && far < nearest && (!matching || matching.has(at))) [best, nearest] = [at, far];
      });
      return best;
    }

    // --- search

    function find() {
      const terms = folded(search.value).split(/\s+/).filter(Boolean);
      const among = choice.value ? notes[Number(choice.value)][1] : papers.map((_, at) => at);
      const asked = terms.length > 0 || choice.value !== "";
      const hits = asked ? among.filter((at) => terms.every((term) => words[at].includes(term))) : [];
      matching = asked ? new Set(hits) : null;
      svg.classList.toggle("papernotes-map-following", choice.value !== "");
      found.setAttribute("d", hits.map((at) => `M${papers[at][3]} ${papers[at][4]}h0`).join(""));
      svg.classList.toggle("papernotes-map-searching", matching !== null);
      said.textContent = matching ? `${hits.length} of ${papers.length}` : "";
      if (hits.length) go(hits[0]);
      hide();
    }

    // --- zoom

    let zoom = 1;

    /**
     * Show the picture larger or smaller; what is at a place of the frame stays there.
     *
     * @param {number} wanted
     * @param {number} [x] @param {number} [y]
     */
    function zoomTo(wanted, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
      const factor = Math.min(Math.max(wanted, 0.2), 8) / zoom;
      const [left, top] = [(frame.scrollLeft + x) * factor - x, (frame.scrollTop + y) * factor - y];
      // the frame keeps its height, so that nothing below it jumps
      if (!frame.style.height) frame.style.height = `${frame.offsetHeight}px`;
      zoom *= factor;
      svg.style.width = `${width * zoom}px`;
      frame.scrollTo(left, top);
      hide();
    }

    /** @param {number} direction */
    const step = (direction) =>
      zoomTo((direction > 0 ? ZOOMS.find((z) => z > zoom * 1.01) : ZOOMS.filter((z) => z < zoom * 0.99).pop()) ?? zoom);
    const fit = () => zoomTo(Math.min(1, frame.clientWidth / width));

    // --- hands and keys

    /** @type {{x: number, y: number, left: number, top: number} | null} */
    let held = null;
    let dragged = false;
    let apart = 0;

    frame.addEventListener("pointermove", (event) => {
      if (held && event.buttons & 1) {
        dragged ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > 4;
        if (dragged) frame.scrollTo(held.left - event.clientX + held.x, held.top - event.clientY + held.y);
        if (dragged) return;
      }
      const at = under(event);
      if (at >= 0) show(at);
      else if (document.activeElement !== here) hide();
    });
    frame.addEventListener("pointerdown", (event) => {
      dragged = false;
      held =
        event.pointerType === "mouse" && event.button === 0
          ? { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop }
          : null;
    });
    // a link would be carried away instead of the picture
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    frame.addEventListener("click", (event) => dragged && event.preventDefault(), true);
    frame.addEventListener("pointerleave", () => document.activeElement !== here && hide());
    const names = svg.querySelectorAll(".papernotes-map-lane text");
    frame.addEventListener(
      "scroll",
      () => {
        // the names of the lanes stay where one reads them
        names.forEach((name) => name.setAttribute("x", String(Math.round(12 + frame.scrollLeft / zoom))));
        if (!card.hidden) place();
      },
      { passive: true },
    );
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const box = frame.getBoundingClientRect();
        zoomTo(zoom * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    frame.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const [one, two] = event.touches;
        const far = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
        const box = frame.getBoundingClientRect();
        if (apart) zoomTo((zoom * far) / apart, (one.clientX + two.clientX) / 2 - box.left, (one.clientY + two.clientY) / 2 - box.top);
        apart = far;
      },
      { passive: false },
    );
    frame.addEventListener("touchend", () => (apart = 0));

    /** @type {Record<string, () => void>} */
    const keys = { "+": () => step(1), "=": () => step(1), "-": () => step(-1), 0: fit, Escape: hide };
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    here.addEventListener("keydown", (event) => {
      const arrow = arrows[/** @type {keyof typeof arrows} */ (event.key)];
      if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || keys[event.key])) return;
      event.preventDefault();
      // Material goes to other pages with some of these keys
      event.stopPropagation();
      if (!arrow) return keys[event.key]();
      show(next(arrow[0], arrow[1]));
      ring.scrollIntoView({ block: "nearest", inline: "nearest" });
      place();
    });
    here.addEventListener("focus", () => show(now));
    here.addEventListener("blur", hide);
    search.addEventListener("input", find);
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !matching?.size) return;
      event.preventDefault();
      here.focus();
    });
    choice.addEventListener("change", find);
    smaller.addEventListener("click", () => step(-1));
    larger.addEventListener("click", () => step(1));
    whole.addEventListener("click", fit);
    go(0);
  }

  /**
   * What stands before and behind the name of a paper in the address of its page.
   *
   * @param {string} address
   * @param {string} slug
   */
  function around(address, slug) {
    const at = address.lastIndexOf(slug);
    return [address.slice(0, at), address.slice(at + slug.length)];
  }

  async function enhance() {
    const figure = /** @type {HTMLElement | null} */ (document.querySelector(".papernotes-map:not([data-alive])"));
    if (!figure) return;
    figure.dataset.alive = "";
    const graph = await graphOf(new URL(figure.dataset.script ?? "", location.href).href);
    if (figure.isConnected) enliven(figure, graph);
  }

  // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
  if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(enhance);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
})();
