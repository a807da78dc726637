import type { Part } from "../../papernotes_plugin/assets/papernotes.js";

declare global {
  /**
   * What Material for MkDocs gives to scripts: it emits the document, anew each time that instant navigation has put
   * another page in place.  https://squidfunk.github.io/mkdocs-material/customization/
   */
  var document$: { subscribe(next: (document: Document) => void): void } | undefined;
  /** Where our scripts hand themselves in: a list, until the one that starts them has loaded. */
  var papernotesParts: Part[] | undefined;
}
