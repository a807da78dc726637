// @ts-check
/**
 * papernotes: what cites a paper is copied by a button; the reference is saved by one, too.
 * Without a script all of it is there to read, and BibTeX and RIS are links.  Works from a file and under instant
 * navigation; asks for nothing.
 */
(() => {
  "use strict";

  /**
   * What a row is about: the block after the paragraph that holds it.
   *
   * @param {Element} row
   * @returns {Element | null}
   */
  function subject(row) {
    const block = (row.closest("p") ?? row).nextElementSibling;
    return block?.querySelector("pre > code, code") ?? block ?? null;
  }

  /**
   * Put text into the clipboard.
   *
   * @param {string} text
   * @param {Element} shown where the text stands
   * @returns {Promise<boolean>} whether it is there; where not, the text is marked
   */
  async function copy(text, shown) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // without a secure context (http) there is no clipboard: mark the text and copy what is marked
      shown.closest("details")?.setAttribute("open", "");
      getSelection()?.selectAllChildren(shown);
      return document.execCommand("copy");
    }
  }

  /**
   * Save text as a file.
   *
   * @param {string} text
   * @param {string} name
   */
  function save(text, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /**
   * @param {string} words
   * @param {string} label for who cannot see what stands beside it
   * @param {() => void} action
   */
  function button(words, label, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "papernotes-copy";
    made.textContent = words;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  }

  /**
   * Give a row its buttons.
   *
   * @param {HTMLElement} row
   */
  function equip(row) {
    const shown = subject(row);
    if (!shown || row.dataset.papernotesDone) return;
    row.dataset.papernotesDone = "true";
    const name = (row.firstChild?.textContent ?? "").trim();
    const text = () => (shown.textContent ?? "").trim() + "\n";
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    const copier = button("Copy", `Copy ${name}`, async () => {
      status.textContent = (await copy(text(), shown)) ? "Copied" : "Marked; press Ctrl+C";
      setTimeout(() => (status.textContent = ""), 3000);
    });
    const link = row.querySelector("a");
    if (link) {
      link.setAttribute("download", "");
      link.before(copier);
    } else {
      const slug = location.pathname.replace(/(index)?(\.html)?\/?$/, "").split("/").pop() || "paper";
      row.append(copier, button("Download .txt", `Download .txt, ${name}`, () => save(text(), `${slug}.txt`)));
    }
    row.append(status);
  }

  function enhance() {
    document.querySelectorAll(".papernotes-cite").forEach((row) => row instanceof HTMLElement && equip(row));
  }

  // from a file, Material tells of no page where navigation is instant: each page is met by itself as well
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
  if (typeof document$ !== "undefined") document$.subscribe(enhance);
})();
