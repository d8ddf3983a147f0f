// The sentences the scripts need, in the reader's language; the page brings them.
export const words = JSON.parse(document.getElementById("words").textContent);

/** A sentence with its {places} filled in. */
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] === undefined ? whole : values[name]);
