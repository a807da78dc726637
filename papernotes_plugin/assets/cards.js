// @ts-check
/**
 * papernotes: what a mention means, beside it: a card with title, authors, venue, TL;DR and BibTeX, on hover, focus
 * and touch.  What it shows stands in the page; without a script, or without popovers, links keep their `title`.
 * Where Material shows instant previews, those are the cards.
 */
(() => {
  "use strict";

  /** Milliseconds until a card opens under a pointer that rests, and until it closes behind one that has gone. */
  const OPENS = 250;
  const CLOSES = 200;
  /** Pixels between a line and its card, and between a card and the edge of the window. */
  const GAP = 6;
  const EDGE = 8;

  /** @typedef {{title: string, authors: string, where: string, words: string, page: string, bib: string}} Known */

  /** @type {Map<HTMLAnchorElement, Known>} */
  let known = new Map();
  /** @type {{link: HTMLAnchorElement, card: HTMLElement, title: string | null} | null} */
  let open = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The kind of pointer that was last pressed. */
  let pointer = "";
  /** The focus goes back to a link whose card was closed. */
  let returning = false;

  // Material's tooltip, which we hide, wants to describe the link
  const described = new MutationObserver(() => {
    const { link, card } = open ?? {};
    if (link && card && link.getAttribute("aria-describedby") !== card.id) link.setAttribute("aria-describedby", card.id);
  });

  /** Whether the theme itself shows what a link leads to: it knows no page of a site that has no address. */
  function previews() {
    if (!document.querySelector('link[rel="canonical"]')) return false;
    const told = document.getElementById("__config")?.textContent;
    return location.protocol !== "file:" && !!told && JSON.parse(told).features.includes("navigation.instant.preview");
  }

  /**
   * The slug of the paper that a link leads to, directly or by the list of references.
   *
   * @param {HTMLAnchorElement} link
   * @param {string} base the address of the folder of the papers
   */
  function slug(link, base) {
    if (link.hash.startsWith("#ref-") && link.pathname === location.pathname) return link.hash.slice("#ref-".length);
    const [address] = link.href.split(/[?#]/);
    return address.startsWith(base) ? address.slice(base.length).replace(/(\/index)?(\.html)?\/?$/, "") : "";
  }

  /** Read what the page says of its papers. */
  function learn() {
    close();
    known = new Map();
    document.querySelectorAll("template.papernotes-cards").forEach((block) => {
      if (!(block instanceof HTMLTemplateElement)) return;
      const told = JSON.parse(block.content.textContent ?? "");
      const base = new URL(told.base, document.baseURI).href;
      // where Markdown has brought it, it stands in an element of its own
      const page = block.closest(".papernotes-data")?.parentElement ?? block.parentElement;
      page?.querySelectorAll("a[href]").forEach((link) => {
        if (!(link instanceof HTMLAnchorElement) || link.closest(".papernotes-references + ul")) return;
        const name = slug(link, base);
        if (!name || !Object.hasOwn(told.papers, name)) return;
        const [title, authors, where, words] = told.papers[name];
        known.set(link, { title, authors, where, words, page: `${base}${name}${told.end}`, bib: `${base}${name}.bib` });
        // its title goes while the card or a preview is there, and its name would go with it
        if (!link.textContent?.trim()) link.setAttribute("aria-label", `Paper page: ${title}`);
      });
    });
    document.querySelectorAll("a.papernotes-sign:not([aria-label])").forEach((sign) => {
      if (sign instanceof HTMLElement && sign.title) sign.setAttribute("aria-label", sign.title);
    });
    if (previews() || !HTMLElement.prototype.hasOwnProperty("popover")) known.clear();
    known.forEach((_, link) => link.classList.add("papernotes-carded"));
  }

  /**
   * An element with words in it.
   *
   * @param {string} tag
   * @param {string} name
   * @param {...(string | Node)} words
   */
  function made(tag, name, ...words) {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...words);
    return element;
  }

  /**
   * The card of a paper.
   *
   * @param {Known} paper
   */
  function drawn(paper) {
    const title = made("a", "papernotes-card-title", paper.title);
    title.setAttribute("href", paper.page);
    const lines = [paper.authors, paper.where].filter(Boolean).map((words) => made("span", "papernotes-card-line", words));
    if (paper.words) lines.push(made("span", "papernotes-card-words", paper.words));
    const bib = made("a", "papernotes-card-bib", "Download .bib");
    bib.setAttribute("href", paper.bib);
    bib.setAttribute("download", "");
    const cite = made("span", "papernotes-card-cite");
    // a page from the disk may read no other file
    if (navigator.clipboard && location.protocol !== "file:") cite.append(copier(paper));
    cite.prepend(bib);
    const card = made("span", "papernotes-card", title, ...lines, cite);
    card.id = "papernotes-card";
    card.setAttribute("popover", "manual");
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", "Paper");
    return card;
  }

  /**
   * A button that copies the entry of a paper.
   *
   * @param {Known} paper
   */
  function copier(paper) {
    const button = made("button", "papernotes-card-copy", "Copy BibTeX");
    button.setAttribute("type", "button");
    const said = made("span", "papernotes-card-said");
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        const answer = await fetch(paper.bib);
        if (!answer.ok) throw new Error(answer.statusText);
        await navigator.clipboard.writeText(await answer.text());
        said.textContent = "Copied";
      } catch {
        said.textContent = "Not copied";
      }
    });
    return made("span", "papernotes-card-line", button, " ", said);
  }

  /**
   * Put a card below the line of its link, or above it where there is more room.
   *
   * @param {HTMLElement} card
   * @param {HTMLAnchorElement} link
   */
  function place(card, link) {
    const lines = link.getClientRects();
    const last = lines[lines.length - 1] ?? link.getBoundingClientRect();
    const first = lines[0] ?? last;
    const width = document.documentElement.clientWidth;
    const below = innerHeight - last.bottom - GAP - EDGE;
    const up = below < card.offsetHeight && first.top - GAP - EDGE > below;
    const left = Math.max(EDGE, Math.min(last.left, width - card.offsetWidth - EDGE));
    const top = up ? first.top - GAP - card.offsetHeight : last.bottom + GAP;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${top + scrollY}px`;
  }

  /** @param {HTMLAnchorElement} link */
  function show(link) {
    clearTimeout(timer);
    const paper = known.get(link);
    if (!paper || open?.link === link) return;
    close();
    const card = drawn(paper);
    // behind its link, so that the next press of Tab is in it
    link.after(card);
    open = { link, card, title: link.getAttribute("title") };
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", card.id);
    described.observe(link, { attributeFilter: ["aria-describedby"] });
    card.showPopover();
    place(card, link);
  }

  function close() {
    clearTimeout(timer);
    if (!open) return;
    const { link, card, title } = open;
    open = null;
    described.disconnect();
    if (card.contains(document.activeElement)) {
      returning = true;
      link.focus({ preventScroll: true });
      returning = false;
    }
    card.remove();
    link.removeAttribute("aria-describedby");
    if (title !== null) link.setAttribute("title", title);
  }

  /**
   * The link with a card that an event is about, or the link of the open card that it is about.
   *
   * @param {EventTarget | null} target
   * @returns {HTMLAnchorElement | null}
   */
  function meant(target) {
    if (!(target instanceof Element)) return null;
    if (open?.card.contains(target)) return open.link;
    const link = target.closest("a.papernotes-carded");
    return link instanceof HTMLAnchorElement && known.has(link) ? link : null;
  }

  /** Whether the keyboard is at an open card or its link: then no pointer closes it. */
  function focused() {
    return !!open && (open.link.matches(":focus-visible") || open.card.contains(document.activeElement));
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = meant(event.target);
    clearTimeout(timer);
    if (link && link !== open?.link) timer = setTimeout(() => show(link), OPENS);
    else if (!link && !focused()) timer = setTimeout(close, CLOSES);
  });
  document.documentElement.addEventListener("pointerleave", () => {
    clearTimeout(timer);
    if (!focused()) timer = setTimeout(close, CLOSES);
  });
  document.addEventListener("focusin", (event) => {
    if (returning) return;
    const link = meant(event.target);
    if (!link) close();
    else if (event.target === link && link.matches(":focus-visible")) show(link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    // another press may mean something else
    event.stopPropagation();
    close();
  }, true);
  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (!meant(event.target)) close();
  });
  document.addEventListener("click", (event) => {
    const link = meant(event.target);
    if (!link || open?.card.contains(/** @type {Node} */ (event.target))) return;
    // a finger cannot hover: its first touch of a sign shows the card, from which it goes on
    if (pointer === "touch" && link.classList.contains("papernotes-sign") && open?.link !== link) {
      event.preventDefault();
      event.stopPropagation();
      show(link);
    } else close();
  }, true);
  addEventListener("resize", close);

  // from a folder Material has no instant navigation, and where it was asked for tells of no page at all
  if (typeof document$ !== "undefined" && location.protocol !== "file:") document$.subscribe(learn);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", learn);
  else learn();
})();
