// @ts-check
/**
 * papernotes: a worker that Material's search asks in the place of its own.  It finds by Pagefind, which loads of its
 * index what a question needs; what it answers Material shows as it shows its own results.
 *
 * @typedef {{title: string, url: string, excerpt: string, anchor?: unknown, weighted_locations: {balanced_score:
 *   number}[]}} Section
 * @typedef {{url: string, excerpt: string, meta: Record<string, string>, sub_results: Section[]}} Found
 * @typedef {{location: string, title: string, text: string, score: number, terms: Record<string, boolean>}} Item
 * @typedef {{score: number, data: () => Promise<Found>}} Result
 * @typedef {{search: (words: string) => Promise<{results: Result[]}>}} Engine
 */
(() => {
  "use strict";

  /** The messages between Material and a worker of its search. */
  const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
  /** Pages that are shown; each is asked for by itself. */
  const MOST = 30;
  /** Milliseconds in which nothing more is typed. */
  const PAUSE = 80;
  /** What stands before an identifier as people paste it. */
  const SCHEME = /\b(?:arxiv|doi|isbn|pmid|openreview|acl):\s*(?=\S)/gi;

  const folder = new URL("../../../pagefind/", location.href);
  /** @type {Promise<Engine> | undefined} */
  let engine;
  let asked = 0;
  let language = "";

  /**
   * Pagefind, loaded with the first question.
   *
   * @returns {Promise<Engine>}
   */
  function started() {
    return (engine ??= import(`${folder}pagefind.js`));
  }

  /**
   * The words of a language that has no spaces between them.
   *
   * @param {string} words
   */
  function separate(words) {
    if (!/^(?:ja|km|lo|my|th|zh)\b/.test(language)) return words;
    const found = new Intl.Segmenter(language, { granularity: "word" }).segment(words);
    return Array.from(found, ({ segment }) => segment.trim()).filter(Boolean).join(" ");
  }

  /** @param {string} words */
  function escaped(words) {
    return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  /**
   * A title as HTML, with what was asked for marked.
   *
   * @param {string} title
   * @param {string[]} words
   */
  function marked(title, words) {
    const wanted = words.map((word) => word.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&")).join("|");
    const sought = new RegExp(`(?<![\\p{L}\\p{N}])((?:${wanted})[\\p{L}\\p{N}]*)`, "giu");
    const parts = wanted ? title.split(sought) : [title];
    return parts.map((part, at) => (at % 2 ? `<mark>${escaped(part)}</mark>` : escaped(part))).join("");
  }

  /**
   * A page and the sections of it that were found, as Material shows them: what is found in sections alone
   * leads to the best of them, and the others are folded.
   *
   * @param {Found} page
   * @param {number} score
   * @param {string[]} words
   * @returns {Item[]}
   */
  function items(page, score, words) {
    const terms = Object.fromEntries(words.map((word) => [word, true]));
    const weight = (/** @type {Section} */ { weighted_locations: places }) =>
      places.reduce((sum, place) => sum + place.balanced_score, 0);
    const sections = page.sub_results.filter(({ anchor }) => anchor).sort((a, b) => weight(b) - weight(a));
    const whole = { location: page.url, title: marked(page.meta.title ?? "", words), text: "", score, terms };
    const parts = sections.map(({ url, title, excerpt }, at) => ({
      ...whole, location: url, title: marked(title, words), text: `<p>${excerpt}</p>`, score: at ? score / 2 : score,
    }));
    const within = parts.length === page.sub_results.length && !whole.title.includes("<mark>");
    if (parts.length && within) return [parts[0], whole, ...parts.slice(1)];
    const lesser = parts.map((part) => ({ ...part, score: score / 2 }));
    return [{ ...whole, text: `<p>${page.excerpt}</p>` }, ...lesser];
  }

  /**
   * Words as they are compared: small letters, without marks on them.
   *
   * @param {string} words
   */
  function bare(words) {
    return words.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  }

  /**
   * Whether a word of the question is in a page or its title: Pagefind also finds by its other metadata, and where
   * nobody wrote a word takes what begins like it.
   *
   * @param {Found} page
   * @param {string[]} words
   */
  function meant(page, words) {
    const excerpts = [page, ...page.sub_results].map(({ excerpt }) => excerpt).join(" ");
    const there = bare([page.meta.title, ...(excerpts.match(/<mark>.*?<\/mark>/g) ?? [])].join(" "));
    return words.some((word) => there.includes(bare(word).slice(0, Math.max(3, Math.ceil(word.length / 2)))));
  }

  /**
   * What is found by some words.
   *
   * @param {string} query
   * @returns {Promise<Item[][] | undefined>} nothing where something else was asked meanwhile
   */
  async function found(query) {
    const number = ++asked;
    const words = separate(query.replace(SCHEME, "")).trim();
    if (!words) return [];
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (number !== asked) return;
    const { results } = await (await started()).search(words);
    if (number !== asked) return;
    const terms = words.replace(/"/g, " ").trim().split(/\s+/);
    const best = await Promise.all(
      results.slice(0, MOST).map(async ({ data, score }) => {
        const page = await data();
        // whoever writes a whole title, or a short name, means what has it
        const named = (page.meta.title ?? "").split(" · ").some((title) => bare(title) === bare(words));
        return { page, score: (named ? score + results[0].score : score) * Number(page.meta.boost ?? 1) };
      }),
    );
    if (number !== asked) return;
    return best
      .filter(({ page }) => meant(page, terms))
      .sort((a, b) => b.score - a.score)
      .map(({ page, score }) => items(page, score, terms));
  }

  /** @param {unknown} error */
  function broken(error) {
    engine = undefined;
    const text = `<p>${escaped(String(error))}</p>`;
    return [[{ location: "", title: "The search could not be loaded", text, score: 1, terms: {} }]];
  }

  addEventListener("message", async ({ data: { type, data } }) => {
    if (type === SETUP) {
      language = data.config.lang[0];
      postMessage({ type: READY });
    }
    if (type !== QUERY) return;
    const items = await found(data).catch(broken);
    if (items) postMessage({ type: RESULT, data: { items } });
  });
})();
