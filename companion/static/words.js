// The sentences the scripts need, in the reader's language; the page brings them.
export const words = JSON.parse(document.getElementById("words").textContent);

/** A sentence with its {places} filled in. */
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const language = document.documentElement.lang;
const numbers = new Intl.NumberFormat(language);

/** An amount as the reader's language writes it, with the sign of the table's currency. */
export const money = (amount) =>
  `${amount < 0 ? "−" : ""}${fill(words.money, { number: numbers.format(Math.abs(amount)) })}`;
