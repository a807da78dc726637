// @ts-check
/**
 * papernotes: what cites a paper is copied by a button; the reference is saved by one, too.  Without a script all of
 * it is there to read, and BibTeX and RIS are links.
 */
"use strict";

(globalThis.papernotesParts ??= []).push(({ make, button, fresh, copy, save }) => {
  /** Give a row its buttons, which are about the block after its paragraph. @param {HTMLElement} row */
  function equip(row) {
    const block = (row.closest("p") ?? row).nextElementSibling;
    if (!block) return;
    const shown = block.querySelector("code") ?? block;
    const name = (row.firstChild?.textContent ?? "").trim();
    const text = `${(shown.textContent ?? "").trim()}\n`;
    const status = make("span", { role: "status" });
    const copier = button({ class: "papernotes-copy", "aria-label": `Copy ${name}` }, "Copy", async () => {
      status.textContent = await copy(text, shown);
      setTimeout(() => (status.textContent = ""), 3000);
    });
    const link = row.querySelector("a");
    if (link) {
      link.setAttribute("download", "");
      link.before(copier);
    } else {
      const slug = location.pathname.replace(/(index)?(\.html)?\/?$/, "").split("/").pop() || "paper";
      const about = { class: "papernotes-copy", "aria-label": `Download .txt, ${name}` };
      row.append(copier, button(about, "Download .txt", () => save(text, `${slug}.txt`)));
    }
    row.append(status);
  }

  return () => fresh(".papernotes-cite").forEach(equip);
});
