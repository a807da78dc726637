// @ts-check
/**
 * papernotes: titles and identifiers can be pasted into Material's search, and results say what kind of page they are.
 * The search reads a word before a colon as the name of a field, and finds nothing if that word has a hyphen
 * (`MLE-bench: …`); such a colon is removed.  The scheme of an identifier (`arXiv:…`) is removed too: as a word it
 * would match all papers.
 *
 * @typedef {{folders: Record<string, string>, pages: Record<string, string>}} Kinds kind of the pages of each folder,
 *   and of single pages, which comes first
 */
"use strict";

(globalThis.papernotesParts ??= []).push((core) => {
  const REMOVED = /(?<=-[^\s:"]*):(?=\s|$)|(?<![^\s"])(?:arxiv|doi):\s*(?=\d)/gi;
  /** Root of the site. */
  const root = decoded(new URL("../../", core.folder).href);

  /** Remove such text from the search field. @param {Event} event */
  function cleanQuery({ target }) {
    if (!(target instanceof HTMLInputElement) || target.dataset.mdComponent !== "search-query") return;
    labelResults();
    const words = target.value.replace(REMOVED, "");
    if (words === target.value) return;
    const at = Math.max(0, (target.selectionStart ?? words.length) - target.value.length + words.length);
    target.value = words;
    target.setSelectionRange(at, at);
  }

  /** Label the results of the search, from now on. */
  function labelResults() {
    const [results] = core.newElements(".md-search-result__list");
    if (!results) return;
    /** @type {Promise<Kinds>} */
    const kinds = core.load(`${core.folder}data/kinds.js`, (page) => page.papernotesKinds);
    const label = () => kinds.then((found) => {
      const links = results.querySelectorAll(".md-search-result__item > .md-search-result__link");
      for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (links)) {
        const title = link.querySelector("h1, h2");
        const kind = kindOf(link.href, found);
        if (!title || !kind || title.querySelector(".papernotes-kind")) continue;
        title.append(" ", core.make("small", "kind", kind));
      }
    }, () => {});
    new MutationObserver(label).observe(results, { childList: true, subtree: true });
    label();
  }

  /** Return a URL without query and fragment, with all its letters. @param {string} href */
  function decoded(href) {
    const path = href.replace(/[?#].*/, "");
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }

  /** @param {string} href @param {Kinds} kinds */
  function kindOf(href, { folders, pages }) {
    const url = decoded(href);
    if (!url.startsWith(root)) return "";
    const path = url.slice(root.length).replace(/(?:(?:^|\/)index\.html|\.html|\/)$/, "");
    const folder = Object.keys(folders).find((name) => path.startsWith(`${name}/`));
    return pages[path] ?? (folder ? folders[folder] : "");
  }

  // in the capture phase: before the search reads the field
  for (const kind of ["input", "keyup", "focusin"]) document.addEventListener(kind, cleanQuery, true);
  return () => {};
});
