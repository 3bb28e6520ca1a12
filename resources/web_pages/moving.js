// How many animations of the page will still come to an end.
document
  .getAnimations()
  .filter((one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime))
  .length;
