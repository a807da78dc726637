// @ts-check
/**
 * papernotes: the papers that a reader has selected in the table of all papers, on every page of the site: a list to
 * copy or save as one bibliography.  There is nothing to see while no paper is selected.
 */
"use strict";

(globalThis.papernotesParts ??= []).push((core) => {
  const { make, button, copy, save, details, selection } = core;
  /** Number of papers that are listed; all of them are exported. */
  const MAX_LISTED = 100;

  const heading = make("summary");
  const list = make("ul");
  const status = make("span", { role: "status" });
  const actions = [
    button("copy", "Copy BibTeX", () => gather((text) => copy(text))),
    button("copy", "Download .bib", () => gather((text) => save(text, "papers.bib"))),
    button("copy", "Clear selection", () => selection.choose([...selection.papers()], false)),
  ];
  // above the summary, so that a second click closes it and reaches no button
  const panel = make("div", "panel", list, make("p", {}, ...actions, status));
  const box = make("details", {}, heading, panel);
  const basket = make("aside", { class: "papernotes-basket", "aria-label": "Selected papers" }, box);
  box.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    box.open = false;
    heading.focus();
  });

  /** @param {(text: string) => Promise<string> | void} act called with the BibTeX */
  async function gather(act) {
    const { folder, files } = selection.source();
    const slugs = [...selection.papers().keys()];
    try {
      const loaded = await Promise.all(slugs.map((slug) => details(folder, files, slug)));
      const entries = loaded.flatMap((found) => found?.[2] || []);
      const done = (await act(entries.join("\n"))) ?? "Saved";
      const missing = slugs.length - entries.length;
      status.textContent = missing ? `${done}, without ${missing} that the site no longer has` : done;
    } catch {
      status.textContent = "The BibTeX could not be loaded";
    }
    setTimeout(() => (status.textContent = ""), 5000);
  }

  /** @param {[slug: string, title: string]} paper @param {number} at */
  function item([slug, title], at) {
    const { folder, end } = selection.source();
    const remove = button({ class: "papernotes-remove", "aria-label": `Remove ${title}` }, "×", () => {
      selection.choose([[slug, title]], false);
      const left = list.querySelectorAll("button");
      (left[Math.min(at, left.length - 1)] ?? heading).focus();
    });
    return make("li", {}, make("a", { href: `${folder}${slug}${end}`, dir: "auto" }, title), remove);
  }

  function show() {
    const papers = [...selection.papers()];
    if (!papers.length) {
      box.open = false;
      return basket.remove();
    }
    heading.textContent = `${papers.length} paper${papers.length === 1 ? "" : "s"} selected`;
    const more = papers.length - MAX_LISTED;
    const last = more > 0 ? [make("li", {}, `${more} more`)] : [];
    list.replaceChildren(...papers.slice(0, MAX_LISTED).map(item), ...last);
    if (!basket.isConnected) document.body.append(basket);
  }

  document.addEventListener("papernotes-selection", show);
  return show;
});
