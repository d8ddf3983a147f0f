// Checks of a page for eyes and thumbs, made in the page itself. Each function returns sentences about what is wrong.
(() => {
  const words = (part) => part.textContent.trim().replace(/\s+/g, " ").slice(0, 40) || part.id || part.tagName;
  const all = (selector) => [...document.querySelectorAll(selector)];

  // All tabs one below the other, as without scripts, and every fold open: what is hidden cannot be checked. The fragments
  // that this brings into sight are fetched as by a page that wakes up. A hidden fold is nobody's to open: that of the
  // lessons, on a phone that knows the game, is closed again by its script.
  const openAll = async () => {
    document.body.classList.remove("tabbed");
    dispatchEvent(new Event("online"));
    for (let tries = 0; tries < 9_000; tries += 1) {
      for (const fold of all("details:not([hidden])")) fold.open = true;
      if (!all("#main [data-fragment]").some((each) => each.inert && !each.closest("details[hidden]"))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("a part of the page does not come");
  };

  const shown = (part) => {
    if (!part.checkVisibility() || part.closest("svg, .away, [hidden], dialog:not([open]), video")) return null;
    const box = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    const there = box.width >= 2 && box.height >= 2 && style.visibility !== "hidden" && style.opacity !== "0";
    return there ? box : null;
  };

  // Lines of the log that have no room wrap out of sight on purpose.
  const cut = (part) =>
    part.clientWidth && part.scrollWidth > part.clientWidth + 1 && !part.matches("input, select, .last")
    && ["hidden", "clip"].includes(getComputedStyle(part).overflowX);

  // A frame has its words inside; the tick of a used die sits on its corner. Letters are a little wider than a line says.
  const spills = (part) =>
    part.clientWidth && part.scrollWidth > part.clientWidth + 2 && !part.matches("input, select, .die.used")
    && (parseFloat(getComputedStyle(part).borderRightWidth) > 0 || getComputedStyle(part).boxShadow !== "none");

  // The lines of a part that can be seen: what its box hides does not lie over anything. Of words within a line a font
  // says how high its highest letters of any language are: what is drawn is as high as the letters' size.
  function seen(part) {
    let lines = [...part.getClientRects()];
    const { display, fontSize } = getComputedStyle(part);
    if (display === "inline") {
      lines = lines.map(({ left, right, top, bottom }) => {
        const spare = Math.max(0, bottom - top - parseFloat(fontSize)) / 2;
        return { left, right, top: top + spare, bottom: bottom - spare };
      });
    }
    for (let box = part.parentElement; box; box = box.parentElement) {
      if (!["hidden", "clip", "auto", "scroll"].includes(getComputedStyle(box).overflowY)) continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      lines = lines.map((line) => ({
        left: Math.max(line.left, left), right: Math.min(line.right, right), top: Math.max(line.top, top), bottom: Math.min(line.bottom, bottom),
      }));
    }
    return lines;
  }

  // The smallest parts that say something or can be used. Parts that float above the page on purpose are left out.
  const isLeaf = (part) =>
    !part.closest(".bar, .payees, .receipt, .top, .toast, .line, .of-shape, .seal > button")
    && (part.matches("button, select, input:not([type=radio], [type=checkbox]), img")
      || [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));

  const misfits = () => [...tooWide(), ...overlaps()];

  // The parts that have to be pushed sideways to be read. The row of payees may be.
  const pushed = () =>
    all("body *")
      .filter((part) => part.checkVisibility() && part.clientWidth && part.scrollWidth > part.clientWidth + 1 && !part.matches(".payees"))
      .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowX))
      .map((part) => `is pushed sideways, ${part.scrollWidth} in ${part.clientWidth}: ${words(part)}`);

  // The words that break in the middle though they would have room on a line of their own, with the frames round them.
  // Addresses, and what is joined by a hyphen or begins with a minus, may go on in the next line.
  const WORD = /[^ \t\n\r\u200b]+/g;

  function brokenWords() {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { data, parentElement: part } = texts.currentNode;
      if (!data.trim() || !part.checkVisibility() || part.closest("svg, .away, script, template, select")) continue;
      for (const { 0: word, index } of data.matchAll(WORD)) {
        if (/[-–—−/·…\u00ad]/.test(word)) continue;
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const pieces = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (pieces.every(({ top }) => Math.abs(top - pieces[0].top) < 3)) continue;
        const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
        if (width <= room(part)) found.add(`breaks in a word: ${word} (${words(part)})`);
      }
    }
    return [...found];
  }

  // The width of a line with nothing beside it but the arrow of a fold.
  function room(part) {
    let frames = 0;
    for (let box = part; box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box);
      for (const side of ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"]) frames += parseFloat(style[side]);
      if (box.matches("summary")) frames += (parseFloat(getComputedStyle(box, "::after").width) || 0) + (parseFloat(style.columnGap) || 0);
    }
    return document.documentElement.clientWidth - frames;
  }

  // Content of a box that scrolls sideways by itself can be brought into sight without moving the page.
  const scrolls = (part) => {
    for (let box = part.parentElement; box; box = box.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return box !== document.documentElement && box !== document.body;
    }
    return false;
  };

  function tooWide() {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth}`] : [];
    for (const part of all("body *")) {
      const box = shown(part);
      if (box && !part.closest(".last") && (box.right > clientWidth + 1 || box.left < -1) && !scrolls(part)) found.push(`sticks out: ${words(part)}`);
      if (box && cut(part)) found.push(`is cut: ${words(part)}`);
      if (box && isLeaf(part) && spills(part)) found.push(`is wider than its box: ${words(part)}`);
    }
    return found;
  }

  // Every line of every leaf from top to bottom: what begins below the foot of a line cannot lie over it.
  function overlaps() {
    const found = new Set();
    const leaves = all("body *").filter((part) => isLeaf(part) && shown(part));
    const lines = leaves.flatMap((part) => seen(part).map((line) => ({ part, line })));
    lines.sort((a, b) => a.line.top - b.line.top);
    for (const [index, { part: one, line: a }] of lines.entries()) {
      for (let next = index + 1; next < lines.length && lines[next].line.top < a.bottom - 5; next += 1) {
        const { part: other, line: b } = lines[next];
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 3 || Math.min(a.bottom, b.bottom) - b.top <= 5) continue;
        if (one.contains(other) || other.contains(one)) continue;
        const follows = one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
        found.add(follows ? `overlap: ${words(one)} / ${words(other)}` : `overlap: ${words(other)} / ${words(one)}`);
      }
    }
    return [...found];
  }

  // Nobody scrolls a table screen.
  function below() {
    const { scrollHeight } = document.documentElement;
    const found = scrollHeight > innerHeight + 1 ? [`higher than the screen: ${scrollHeight}`] : [];
    for (const part of all("#main .stage > *, #main .side > *, #main .side :is(.players, .join), #main :is(.result, .sale, .vote, .race) *")) {
      const box = shown(part);
      if (box && !part.closest(".last") && box.bottom > innerHeight + 2) found.push(`cut at the foot: ${words(part)}`);
    }
    return found;
  }

  // A television is read from four metres: what must be read is 28 of its 720 lines high, everything else 19 at least.
  // Letters in a badge, on a board or in a chart stand beside a name or a place that is said in words.
  const MUST = "h1, .players .name, .players .money, .lane .name > span:first-child, .lane > b > span, .ranking li > *, .aloud, .verdict, .turned strong, .side .last li:last-child";
  const DRAWN = "svg, .badge, .away, [hidden], dialog, .lesson, small";
  const unit = () => Math.min(innerWidth / 1280, innerHeight / 720); // a line of 720

  function illegible() {
    const found = [];
    for (const part of all("#main *")) {
      if (!isLeaf(part) || part.matches("img, input, select") || part.closest(DRAWN) || !shown(part)) continue;
      const lines = parseFloat(getComputedStyle(part).fontSize) / unit();
      if (lines < (part.matches(MUST) ? 28 : 19) - 0.1) found.push(`${Math.round(lines)} lines high: ${words(part)}`);
    }
    return found;
  }

  // Drawn words that have an outline, and what of it is too like their own colour: WCAG 2.2 AA asks 4.5 to 1.
  function pale() {
    const light = (colour) => {
      const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
      const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = new Set();
    for (const text of all("svg text")) {
      const { fill, stroke } = getComputedStyle(text);
      if (!text.checkVisibility() || fill === "none" || stroke === "none") continue;
      const [dark, pale] = [light(fill), light(stroke)].sort((a, b) => a - b);
      const ratio = (pale + 0.05) / (dark + 0.05);
      if (ratio < 4.5) found.add(`${text.getAttribute("class") ?? ""} ${fill} on ${stroke}: ${ratio.toFixed(1)}`);
    }
    return [...found];
  }

  // The share of the screen on which nothing stands: what is hit there only holds other things, and lies on no plate.
  const HOLDS = "html, body, main, .stage, .side, .market, .screen-head, .last, .race, .race ol, .sale, .vote, .towns, .pasture, .after, .result, .backs, .reveal, .auction, .cows, .herd";

  const onPlate = (part) => {
    for (let box = part; box && !box.matches("main, body, html"); box = box.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(box);
      if (backgroundImage !== "none" || !/, 0\)$|^transparent$/.test(backgroundColor)) return true;
    }
    return false;
  };

  function emptiness() {
    let [empty, count] = [0, 0];
    const [side, top] = [4 * unit() * 10, 2.6 * unit() * 10]; // what a television may hide at its edges
    for (let x = side; x <= innerWidth - side; x += (innerWidth - 2 * side) / 31) {
      for (let y = top; y <= innerHeight - top; y += (innerHeight - 2 * top) / 17) {
        const hit = document.elementFromPoint(x, y);
        count += 1;
        if (!hit || (hit.matches(HOLDS) && !onPlate(hit))) empty += 1;
      }
    }
    return empty > count / 3 ? [`${Math.round(100 * empty / count)} of 100 are empty`] : [];
  }

  // Asks the browser what lies on top in the middle and at the corners of what says what to do and of what can be tapped.
  // At rest only the head and the foot of the screen may lie over what scrolls; in sight nothing may.
  const FIXED = ".top, .bar, .payees, .acts, .line";
  const TELLS = "h1, h2, h3, .prompt p, .asking";
  const TAKES = "a[href], button, input:not([type=hidden]), select, textarea, summary";

  function covered() {
    const targets = all(`:is(${TELLS}, ${TAKES})`).filter((part) => part.checkVisibility() && shown(part) && !part.closest("[inert], #overlay"));
    const found = new Set();
    for (const part of targets) {
      const over = above(part);
      if (over && (part.closest(FIXED) || !over.closest(FIXED))) found.add(`lies under ${named(over)}: ${words(part)}`);
    }
    for (const part of targets.filter((each) => !each.closest(FIXED))) {
      part.scrollIntoView({ block: "center", behavior: "instant" });
      const over = above(part);
      if (over) found.add(`lies under ${named(over)} wherever one scrolls: ${words(part)}`);
    }
    scrollTo(0, 0);
    return [...found];
  }

  const named = (part) => `${part.tagName.toLowerCase()}${part.id && `#${part.id}`}.${[...part.classList].join(".")} (${words(part)})`;

  // The element that lies over a part where it can be seen, if any. A field that is drawn by its label is tapped there.
  function above(part) {
    const whole = part.matches("input") ? (part.closest("label") ?? part) : part;
    const mine = (hit) => whole.contains(hit) || hit.contains(whole) || (hit.closest("label") ?? hit).contains(part);
    for (const [x, y] of corners(whole)) {
      const hit = document.elementFromPoint(x, y);
      if (hit && !mine(hit)) return hit;
    }
    return null;
  }

  // Round corners belong to what lies behind: a fifth of the height further in. Of a link that goes on in another line
  // it is the longer one: between its two ends something else may stand.
  function corners(part) {
    const inline = getComputedStyle(part).display === "inline";
    const [box] = inline ? [...part.getClientRects()].sort((a, b) => b.width - a.width) : [part.getBoundingClientRect()];
    const [left, right, top, bottom] = [Math.max(box.left, 0), Math.min(box.right, innerWidth), Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const into = Math.min(box.height / 5 + 1, box.width / 2, (bottom - top) / 2);
    const places = [[(left + right) / 2, (top + bottom) / 2], [left + into, top + into], [right - into, top + into], [left + into, bottom - into], [right - into, bottom - into]];
    return bottom - top < 4 || right - left < 4 ? [] : places;
  }

  function smallTargets() {
    const found = [];
    for (const part of all("a[href], button, input:not([type=hidden]), select, summary, [role=button]")) {
      if (part.closest("svg, [hidden], dialog:not([open])")) continue;
      if (part.matches("a:not([role=button])") && part.closest("p")) continue; // a link within a sentence
      const whole = part.matches("input") ? (part.closest("label") ?? part) : part;
      const { width, height } = whole.getBoundingClientRect();
      const small = Math.min(width, height) < 43.5;
      if (width && height && small) found.push(`${Math.round(width)}x${Math.round(height)}: ${words(whole)}`);
    }
    return found;
  }

  // The addresses and texts of this page's style sheets.
  const styles = () => all("link[rel=stylesheet], style").map((part) => part.href ?? part.textContent).join("\n");

  // The key of a fragment's look: its text, and its surroundings here.
  function looks(part) {
    const around = [styles(), document.body.className, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches];
    const text = [part.outerHTML, ...around].join();
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
    return `${text.length} ${sum}`;
  }

  // preload: whether axe looks into the style sheets as well. Fragments that have looked just so before are passed over.
  async function barriers(runOnly, preload, before) {
    const fragments = all("#main [data-fragment]").map((part) => ({ part, look: looks(part) }));
    const exclude = fragments.filter(({ look }) => before.includes(look)).map(({ part }) => part);
    // axe knows that the page scrolls away under what is fixed, but takes what sticks to its edge for something on top.
    const sticks = all(".dock, .top, .acts, .of-shape");
    for (const part of sticks) part.style.position = "static";
    const { violations } = await axe.run({ include: [document], exclude }, { runOnly, preload, resultTypes: ["violations"] });
    for (const part of sticks) part.style.position = "";
    const where = (rule) => rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ");
    return [violations.map((rule) => `${rule.id}: ${where(rule)}`), fragments.map(({ look }) => look)];
  }

  window.checks = { illegible, pale, emptiness, styles, openAll, misfits, tooWide, pushed, brokenWords, below, covered, smallTargets, barriers };
})();
