// The plate of a great moment: it slams in over the page, shakes where that alarms, and goes. A tap ends it, and with it
// whatever else moves. Nothing of it is told here alone: the log and the notices say it, too.
const LASTS = 2400; // milliseconds
const SHAKE = "5px";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const alarms = ["attack", "blast"];
let way = null; // of the plate that is shown

const at = (turn, scale, aside = "0px") => `translate(calc(-50% + ${aside}), -50%) rotate(${turn}deg) scale(${scale})`;
const swing = (from) => ["-", "", "-", ""].map((sign, number) => ({ transform: at(-2, 1.03, `${sign}${SHAKE}`), offset: from + 0.04 * number }));

function steps(kind) {
  return [
    { transform: at(-2, 1.4), opacity: 0 },
    { transform: at(-2, 1), opacity: 1, offset: 0.12, easing: "linear" },
    ...(alarms.includes(kind) ? [...swing(0.16), ...swing(0.34)] : []),
    { transform: at(-2, 1.03), opacity: 1, offset: 0.88 },
    { transform: at(-2, 1), opacity: 0 },
  ];
}

/** Shows the plate of this kind with these words, and a badge, where it is about somebody. */
export function slam(kind, words, badge = null) {
  if (calm.matches || !words) return;
  if (way) way.finish();
  const plate = document.createElement("div");
  plate.className = `plate ${kind}`;
  plate.setAttribute("aria-hidden", "true");
  if (badge) plate.append(badge.cloneNode(true));
  plate.append(words);
  document.body.append(plate);
  const shown = plate.animate(steps(kind), { duration: LASTS, easing: "cubic-bezier(.3, 1.5, .5, 1)" });
  way = shown;
  shown.onfinish = () => {
    plate.remove();
    if (way === shown) way = null;
  };
}

/** Everything that moves is at its end now. */
function end() {
  for (const movement of document.getAnimations()) {
    if (movement.effect.getComputedTiming().iterations !== Infinity) movement.finish();
  }
}

document.addEventListener("pointerdown", end, { capture: true, passive: true });
