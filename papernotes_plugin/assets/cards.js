// @ts-check
/**
 * papernotes: a hover card for links to papers, with title, authors, venue, TL;DR and BibTeX, on hover, focus and
 * touch.  Its data are in the page.  Without a script, or without popovers, links keep their `title`.  On a site with
 * Material's instant previews, those are shown instead.
 *
 * @typedef {{facts: string[], folder: string, slug: string, suffix: string, files?: number}} CardData title, authors,
 *   venue, TL;DR; parts of the URL; number of files with details, if papers have no files of their own
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ make, addButtons, details, positionCard }) => {
  const CARD = "papernotes-card";
  /** Milliseconds until a card opens below a resting pointer, and until it closes after the pointer has left. */
  const OPEN_DELAY = 250;
  const CLOSE_DELAY = 200;

  /** @type {Map<HTMLAnchorElement, CardData>} */
  const cards = new Map();
  /** @type {{link: HTMLAnchorElement, card: HTMLElement, title: string | null} | null} */
  let open = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Type of the pointer that was last pressed. */
  let pointer = "";

  // Material sets its tooltip as the description of the link; the style sheet hides that tooltip
  const descriptionObserver = new MutationObserver(() => {
    if (open && open.link.getAttribute("aria-describedby") !== CARD) open.link.setAttribute("aria-describedby", CARD);
  });

  /** Return whether Material shows instant previews; it cannot on a site without `site_url`. */
  function hasPreviews() {
    if (!document.querySelector('link[rel="canonical"]')) return false;
    const json = document.getElementById("__config")?.textContent;
    return location.protocol !== "file:" && !!json && JSON.parse(json).features.includes("navigation.instant.preview");
  }

  /** Return the slug of a link's paper. @param {HTMLAnchorElement} link @param {string} base of all papers */
  function slug(link, base) {
    if (link.hash.startsWith("#ref-") && link.pathname === location.pathname) return link.hash.slice("#ref-".length);
    const [address] = link.href.split(/[?#]/);
    return address.startsWith(base) ? address.slice(base.length).replace(/(\/index)?(\.html)?\/?$/, "") : "";
  }

  /** Read the card data of the page, and mark the links that get a card. */
  function readCards() {
    close();
    cards.clear();
    /** @type {NodeListOf<HTMLTemplateElement>} */
    const blocks = document.querySelectorAll("template.papernotes-cards");
    for (const block of blocks) {
      const { base, end, papers, files } = JSON.parse(block.content.textContent ?? "");
      const folder = new URL(base, document.baseURI).href;
      // data inserted as Markdown are in an element of their own
      const page = block.closest(".papernotes-data")?.parentElement ?? block.parentElement;
      for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (page?.querySelectorAll("a[href]") ?? [])) {
        const name = slug(link, folder);
        if (!Object.hasOwn(papers, name)) continue;
        // the title, which names the link, is removed while a card, a tooltip or a preview is open
        if (!link.textContent?.trim()) link.setAttribute("aria-label", `Paper page: ${papers[name][0]}`);
        if (link.closest(".papernotes-references + ul")) continue;
        cards.set(link, { facts: papers[name], folder, slug: name, suffix: end, files });
      }
    }
    for (const sign of document.querySelectorAll("a.papernotes-sign:not([aria-label])")) {
      sign.setAttribute("aria-label", sign.getAttribute("title") || "Paper page");
    }
    if (hasPreviews() || !("popover" in HTMLElement.prototype)) cards.clear();
    cards.forEach((_, link) => link.classList.add("papernotes-carded"));
  }

  /** Return the element of a card. @param {CardData} paper */
  function buildCard({ facts: [title, authors, venue, tldr], folder, slug, suffix, files }) {
    const row = make("div", "cite", "BibTeX ");
    if (!files) row.append(make("a", { href: `${folder}${slug}.bib` }, "Download .bib"));
    addButtons(row, null, slug, files ? async () => (await details(folder, files, slug))?.[2] ?? "" : undefined);
    const about = { id: CARD, class: CARD, popover: "manual", role: "group", "aria-label": "Paper" };
    const card = make("div", about);
    card.append(make("a", { class: "papernotes-card-title", href: folder + slug + suffix, dir: "auto" }, title));
    for (const line of [authors, venue]) if (line) card.append(make("div", "card-line", line));
    if (tldr) card.append(make("div", { class: "papernotes-card-words", dir: "auto" }, tldr));
    card.append(row);
    return card;
  }

  /** @param {HTMLAnchorElement} link */
  function show(link) {
    clearTimeout(timer);
    const paper = cards.get(link);
    if (!paper || open?.link === link) return;
    close();
    const card = buildCard(paper);
    // after its link, so that the next press of Tab moves into it
    link.after(card);
    open = { link, card, title: link.getAttribute("title") };
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", CARD);
    descriptionObserver.observe(link, { attributeFilter: ["aria-describedby"] });
    card.showPopover();
    const lines = [...link.getClientRects()];
    positionCard(card, lines[0], lines.pop());
  }

  function close() {
    clearTimeout(timer);
    if (!open) return;
    const { link, card, title } = open;
    // before `open` is reset, so that the returning focus does not open the card again
    if (card.contains(document.activeElement)) link.focus({ preventScroll: true });
    open = null;
    descriptionObserver.disconnect();
    card.remove();
    link.removeAttribute("aria-describedby");
    if (title !== null) link.setAttribute("title", title);
  }

  /** Return the link whose card an event concerns; null for none. @param {EventTarget | null} target */
  function linkOf(target) {
    if (!(target instanceof Element)) return null;
    if (open?.card.contains(target)) return open.link;
    return /** @type {HTMLAnchorElement | null} */ (target.closest("a.papernotes-carded"));
  }

  /** Open or close cards after a move of the pointer. @param {EventTarget | null} target element below the pointer */
  function handlePointer(target) {
    const link = linkOf(target);
    clearTimeout(timer);
    // the pointer does not close a card that has the keyboard focus
    const hasFocus = open && (open.link.matches(":focus-visible") || open.card.contains(document.activeElement));
    if (link && link !== open?.link) timer = setTimeout(() => show(link), OPEN_DELAY);
    else if (!link && !hasFocus) timer = setTimeout(close, CLOSE_DELAY);
  }

  document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && handlePointer(event.target));
  document.documentElement.addEventListener("pointerleave", () => handlePointer(null));
  document.addEventListener("focusin", ({ target }) => {
    const link = linkOf(target);
    if (!link) close();
    else if (target === link && link.matches(":focus-visible")) show(link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    // a second press may close something else
    event.stopPropagation();
    close();
  }, true);
  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (!linkOf(event.target)) close();
  });
  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link || open?.card.contains(/** @type {Node} */ (event.target))) return;
    // touch screens have no hover: the first touch of the link opens the card, the second follows the link
    if (pointer === "touch" && link.classList.contains("papernotes-sign") && open?.link !== link) {
      event.preventDefault();
      event.stopPropagation();
      show(link);
    } else close();
  }, true);
  addEventListener("resize", close);
  return readCards;
});
