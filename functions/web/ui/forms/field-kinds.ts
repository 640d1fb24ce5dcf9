/** How the text of a form field becomes JSON. Undefined leaves the property out. A text that does not fit is passed on, and the API refuses it. */
export type Kind = (texts: readonly string[]) => unknown;

const last = (texts: readonly string[]): string => texts.at(-1) ?? '';
const typed = (texts: readonly string[]): string => last(texts).replaceAll('\r\n', '\n');

/** A text, also an empty one. */
export const text: Kind = typed;
/** A text that is absent when it is empty. */
export const optionalText: Kind = (texts) => (typed(texts).trim() === '' ? undefined : typed(texts));
/** A text that is null when it is empty. */
export const nullableText: Kind = (texts) => (typed(texts).trim() === '' ? null : typed(texts));

/** A whole number; absent when it is empty. */
export const integer: Kind = (texts) => {
  const given = last(texts).trim();
  if (given === '') return undefined;
  return /^-?\d{1,15}$/.test(given) ? Number(given) : given;
};

/** A time in UTC, as the inputs `datetime-local` and `date` give it; absent when it is empty. */
export const instant: Kind = (texts) => {
  const given = last(texts).trim();
  if (given === '') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return `${given}T00:00:00.000Z`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(given) ? `${given}:00.000Z` : given;
};

/**
 * A decimal amount such as 12.50 or 1,250.00, as the integer string of cents that the API takes. A comma separates only groups of three
 * digits: 12,50 is no amount.
 */
export const cents: Kind = (texts) => {
  const given = last(texts).trim();
  if (given === '') return undefined;
  const [, whole, fraction = ''] = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
  return whole === undefined ? given : BigInt(whole.replaceAll(',', '') + fraction.padEnd(2, '0')).toString();
};

/** A share in percent such as 12.5, as basis points. */
export const percentBps: Kind = (texts) => {
  const given = last(texts).trim();
  if (given === '') return undefined;
  return /^\d{1,3}(\.\d{1,2})?$/.test(given) ? Math.round(Number(given) * 100) : given;
};

/** A checkbox. A hidden field of the same name before it sends false. */
export const flag: Kind = (texts) => last(texts) === 'true';

/** All chosen values of a group. */
export const several: Kind = (texts) => texts.filter((value) => value !== '');

/** Values separated by commas or lines. */
export const list = (texts: readonly string[]): string[] =>
  texts
    .flatMap((given) => given.split(/[,\n]/))
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Names without blanks, such as hashtags: commas, blanks and lines separate them. */
export const names: Kind = (texts) => texts.flatMap((given) => given.split(/[,\s]+/)).filter((name) => name !== '');

/** A value of the page itself, such as a version. */
export const constant =
  (value: unknown): Kind =>
  () =>
    value;
