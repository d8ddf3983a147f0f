// Amounts are whole numbers of the table's smallest unit, and people read and type them with a decimal mark: here they
// are written, and here what somebody has typed is read. The unit of the table is in a fragment of its page.
import { fill, words } from "./words.js";

const language = document.documentElement.lang;
const formats = new Map();

const currency = () => (document.getElementById("currency") || { dataset: {} }).dataset;

/** The number of an amount's digits behind the decimal mark. */
export const decimals = () => Number(currency().decimals || 0);

function written(amount, digits, least, useGrouping) {
  const key = `${digits} ${least} ${useGrouping}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: digits, useGrouping }));
  return formats.get(key).format(amount / 10 ** digits);
}

/** An amount as the reader's language writes it, with the sign of the table's currency. */
export function money(amount) {
  const number = written(Math.abs(amount), decimals(), decimals(), true);
  return `${amount < 0 ? "−" : ""}${fill(currency().pattern || "{number}", { number })}`;
}

/** An amount as a field has it: 1500, or 2,50 in German. */
export function typed(amount, digits = decimals()) {
  return written(amount, digits, amount % 10 ** digits ? digits : 0, false);
}

/** The message for typed text that is no amount. */
export const unreadable = (digits = decimals()) =>
  digits === 0 ? words.whole : fill(words.like, { example: digits ? typed(125 * 10 ** (digits - 1), digits) : typed(5, 2) });

/**
 * The amount that somebody typed; undefined for nothing, NaN for what is none or could be two. Behind the last point or
 * comma stand the cents, if there are as many digits as there may be; others set thousands apart.
 */
export function amountOf(text, digits = decimals()) {
  if (!text.trim()) return undefined;
  if (Number.isNaN(digits) || /^\s*[-−]/.test(text)) return NaN;
  if (!digits) return /\d[.,]\d{1,2}\D*$/.test(text) ? NaN : Number(text.replace(/\D/g, "") || NaN);
  const plain = text.replace(/^\D*[^\d.,]|[^\d.,]\D*$/g, "").replace(/[\s'’]/g, "");
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const cents = last >= 0 && plain.indexOf(plain[last]) === last;
  const [whole, rest] = cents ? [plain.slice(0, last), plain.slice(last + 1)] : [plain, ""];
  if (!/\d/.test(plain) || !/^\d*$/.test(rest) || rest.length > digits) return NaN;
  if (!/^(\d*|[1-9]\d{0,2}([.,])\d{3}(\2\d{3})*)$/.test(whole)) return NaN;
  return Number(whole.replace(/\D/g, "")) * 10 ** digits + Number(rest.padEnd(digits, "0"));
}

/** The amounts of a list that somebody typed, with semicolons, or commas where they can be nothing else. */
export function amountsOf(text, digits = decimals()) {
  const between = text.includes(";") ? ";" : digits ? /,\s+/ : ",";
  return text.split(between).filter((part) => part.trim()).map((part) => amountOf(part, digits));
}

/** The field of a form that says what its amounts are counted in: the smallest one there is, 0.50 or 5. */
export const smallest = (input) => input.form && input.form.querySelector("[data-digits]");

/** The number of digits behind the decimal mark in this field; NaN where the field that sets it has too many. */
export function digitsAt(input) {
  const field = smallest(input);
  if (!field) return decimals();
  if (/^\D*0*[.,]\d{3}/.test(field.value)) return NaN;
  const behind = field.value.match(/[.,](\d{1,2})\D*$/);
  return behind ? behind[1].length : 0;
}
