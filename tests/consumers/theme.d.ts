/** What Material for MkDocs gives to scripts: https://squidfunk.github.io/mkdocs-material/customization/ */
declare global {
  /** Emits the document, anew each time that instant navigation has put another page in place. */
  var document$: { subscribe(next: (document: Document) => void): void } | undefined;
}
export {};
