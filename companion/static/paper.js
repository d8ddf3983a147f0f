// The button of a page that is printed.
document.getElementById("print").addEventListener("click", () => window.print());
