// What a person could press, in the order of the page; links that leave it are left out.
// Runs in a world of its own, where no script of the page can change what it calls.
(() => {
  const MOST_LOOKED_AT = 20000;
  const NAMED =
    "button, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [onclick], " +
    "input[type=button], input[type=submit], input[type=reset], input[type=checkbox], " +
    "input[type=radio]";

  const leaves = (element) => {
    const link = element.closest("a[href], area[href]");
    return link !== null && !/^(#|javascript:)/i.test(link.getAttribute("href").trim());
  };
  const isPointed = (element) => getComputedStyle(element).cursor === "pointer";
  const isPressed = (element) =>
    element.matches(NAMED) ||
    element.matches("a[href]") ||
    (isPointed(element) && !(element.parentElement && isPointed(element.parentElement)));
  const isThere = (element) =>
    !element.disabled &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0;

  const found = [];
  for (const element of [...document.querySelectorAll("body *")].slice(0, MOST_LOOKED_AT)) {
    if (element.matches("select, option, input[type=file]")) continue;
    if (!isPressed(element) || leaves(element) || !isThere(element)) continue;
    if (found.some((other) => other.contains(element))) continue;
    found.push(element);
    if (found.length >= MOST) break;
  }

  // Where the control is, once it is in sight; null where it is not, or something lies over it.
  globalThis.placeOf = (number) => {
    const element = found[number];
    if (!element || !element.isConnected || !isThere(element)) return null;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = element.getClientRects()[0];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null;
  };
  return found.length;
})();
