// The picture of the result: where the page may, a tap hands it to whatever this phone shares with; else it is saved.

async function tapped(event) {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.canShare) return; // a plain http page
  event.preventDefault();
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], link.download, { type: picture.type })];
  if (!navigator.canShare({ files })) location.assign(link.href);
  else await navigator.share({ files }).catch(() => {}); // a cancelled share needs no message
}

export function start() {
  document.addEventListener("click", tapped);
}
