// A caret that blinks is on some pictures and not on others: it is not drawn.
(() => {
  const look = new CSSStyleSheet();
  look.replaceSync("* { caret-color: transparent !important }");
  document.adoptedStyleSheets = [look];
})();
// Random numbers that are the same each time (mulberry32, a public domain generator by T. Ettinger).
(() => {
  let state = 0x2f6e2b1;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
})();
