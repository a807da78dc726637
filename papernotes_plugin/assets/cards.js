// @ts-check
/**
 * papernotes: what a mention means, beside it: a card with title, authors, venue, TL;DR and BibTeX, on hover, focus
 * and touch.  What it shows stands in the page; without a script, or without popovers, links keep their `title`.
 * Where Material shows instant previews, those are the cards.
 *
 * @typedef {{told: string[], at: string, end: string}} Known title, authors, where, words, and where its page is
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ make, cite, place }) => {
  const CARD = "papernotes-card";
  /** Milliseconds until a card opens under a pointer that rests, and until it closes behind one that has gone. */
  const OPENS = 250;
  const CLOSES = 200;

  /** @type {Map<HTMLAnchorElement, Known>} */
  const known = new Map();
  /** @type {{link: HTMLAnchorElement, card: HTMLElement, title: string | null} | null} */
  let open = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The kind of pointer that was last pressed. */
  let pointer = "";

  // Material's tooltip, which we hide, wants to describe the link
  const described = new MutationObserver(() => {
    if (open && open.link.getAttribute("aria-describedby") !== CARD) open.link.setAttribute("aria-describedby", CARD);
  });

  /** Whether the theme itself shows what a link leads to: it knows no page of a site that has no address. */
  function previews() {
    if (!document.querySelector('link[rel="canonical"]')) return false;
    const told = document.getElementById("__config")?.textContent;
    return location.protocol !== "file:" && !!told && JSON.parse(told).features.includes("navigation.instant.preview");
  }

  /** The slug of the paper that a link leads to. @param {HTMLAnchorElement} link @param {string} base of all papers */
  function slug(link, base) {
    if (link.hash.startsWith("#ref-") && link.pathname === location.pathname) return link.hash.slice("#ref-".length);
    const [address] = link.href.split(/[?#]/);
    return address.startsWith(base) ? address.slice(base.length).replace(/(\/index)?(\.html)?\/?$/, "") : "";
  }

  /** Read what the page says of its papers. */
  function learn() {
    close();
    known.clear();
    /** @type {NodeListOf<HTMLTemplateElement>} */
    const blocks = document.querySelectorAll("template.papernotes-cards");
    for (const block of blocks) {
      const { base, end, papers } = JSON.parse(block.content.textContent ?? "");
      const folder = new URL(base, document.baseURI).href;
      // where Markdown has brought it, it stands in an element of its own
      const page = block.closest(".papernotes-data")?.parentElement ?? block.parentElement;
      for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (page?.querySelectorAll("a[href]") ?? [])) {
        const name = slug(link, folder);
        if (!Object.hasOwn(papers, name)) continue;
        // its title goes while the card, a tooltip or a preview is there, and its name would go with it
        if (!link.textContent?.trim()) link.setAttribute("aria-label", `Paper page: ${papers[name][0]}`);
        if (link.closest(".papernotes-references + ul")) continue;
        known.set(link, { told: papers[name], at: folder + name, end });
      }
    }
    for (const sign of document.querySelectorAll("a.papernotes-sign:not([aria-label])")) {
      sign.setAttribute("aria-label", sign.getAttribute("title") || "Paper page");
    }
    if (previews() || !("popover" in HTMLElement.prototype)) known.clear();
    known.forEach((_, link) => link.classList.add("papernotes-carded"));
  }

  /** @param {Known} paper */
  function drawn({ told: [title, authors, where, words], at, end }) {
    const row = make("div", "cite", "BibTeX ", make("a", { href: `${at}.bib` }, "Download .bib"));
    cite(row, null, "");
    const about = { id: CARD, class: CARD, popover: "manual", role: "group", "aria-label": "Paper" };
    const card = make("div", about);
    card.append(make("a", { class: "papernotes-card-title", href: at + end }, title));
    for (const line of [authors, where]) if (line) card.append(make("div", "card-line", line));
    if (words) card.append(make("div", "card-words", words));
    card.append(row);
    return card;
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
    link.setAttribute("aria-describedby", CARD);
    described.observe(link, { attributeFilter: ["aria-describedby"] });
    card.showPopover();
    const lines = [...link.getClientRects()];
    place(card, lines[0], lines.pop());
  }

  function close() {
    clearTimeout(timer);
    if (!open) return;
    const { link, card, title } = open;
    // while it counts as open, the focus that goes back does not open it
    if (card.contains(document.activeElement)) link.focus({ preventScroll: true });
    open = null;
    described.disconnect();
    card.remove();
    link.removeAttribute("aria-describedby");
    if (title !== null) link.setAttribute("title", title);
  }

  /** The link with a card, or with the open card, that an event is about. @param {EventTarget | null} target */
  function meant(target) {
    if (!(target instanceof Element)) return null;
    if (open?.card.contains(target)) return open.link;
    return /** @type {HTMLAnchorElement | null} */ (target.closest("a.papernotes-carded"));
  }

  /** @param {EventTarget | null} target where the pointer is now */
  function point(target) {
    const link = meant(target);
    clearTimeout(timer);
    // where the keyboard is at an open card or its link, no pointer closes it
    const kept = open && (open.link.matches(":focus-visible") || open.card.contains(document.activeElement));
    if (link && link !== open?.link) timer = setTimeout(() => show(link), OPENS);
    else if (!link && !kept) timer = setTimeout(close, CLOSES);
  }

  document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && point(event.target));
  document.documentElement.addEventListener("pointerleave", () => point(null));
  document.addEventListener("focusin", ({ target }) => {
    const link = meant(target);
    if (!link) close();
    else if (target === link && link.matches(":focus-visible")) show(link);
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
  return learn;
});
