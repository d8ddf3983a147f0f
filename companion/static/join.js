// Sitting down: the phone remembers what its owner is called, and a tap on the picture of the board picks the option
// below it.

const KEPT = 'companion name';
const typed = document.querySelector(':is(.join-form, .open-form) input[name="name"]');
if (typed) {
  try {
    if (!typed.value && !location.search.includes('another')) typed.value = localStorage.getItem(KEPT) || '';
    typed.form.addEventListener('submit', () => typed.value && !location.search.includes('another') && localStorage.setItem(KEPT, typed.value));
  } catch { /* without storage it is typed each time */ }
}

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
