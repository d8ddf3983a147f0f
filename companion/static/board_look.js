// Trying out a board: a tap on a cell puts the figure there.
const form = document.getElementById("trial");

for (const cell of document.querySelectorAll("#board use[data-cell]")) {
  cell.addEventListener("click", () => {
    form.elements.cell.value = cell.dataset.cell;
    form.submit();
  });
}
