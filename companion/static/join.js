// Choosing a place on the picture of the board: a tap picks the option below it.

const form = document.querySelector('.join-form');
const map = form && form.querySelector('.board-map');

const option = (letter) => form.querySelector(`input[name="${map.dataset.field}"][value="${letter}"]`);

function show() {
  for (const plot of map.querySelectorAll('.plot')) {
    plot.classList.toggle('chosen', Boolean(option(plot.dataset.value)?.checked));
  }
}

if (map) {
  map.classList.add('tappable');
  map.addEventListener('click', (event) => {
    const plot = event.target.closest('.plot');
    const found = plot && option(plot.dataset.value);
    if (found) {
      found.checked = true;
      show();
    }
  });
  form.addEventListener('change', show);
  show();
}
