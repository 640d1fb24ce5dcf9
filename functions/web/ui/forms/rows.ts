import { type Texts, textsOf } from './read-fields.ts';

/** The number of rows of a list in a form. */
export function rowsIn(texts: Texts, list: string): number {
  const prefix = `${list}.`;
  const indexes = [...texts.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).split('.')[0] ?? '');
  return Math.min(new Set(indexes).size, maxRows);
}

/** No list of a form takes more rows. */
const maxRows = 100;

/** The texts after a button for rows: `add:items` appends an empty row, `remove:items.2` removes one, `show:items` only shows the form again. */
export function withRows(texts: Texts, change: string): Texts {
  const [action, name = ''] = change.split(':');
  if (action === 'add') return new Map([...texts, [`${name}.${rowsIn(texts, name)}.${newRow}`, ['']]]);
  if (action === 'show') return texts;
  const kept = [...texts].filter(([field]) => field !== name && !field.startsWith(`${name}.`));
  return textsOf(new URLSearchParams(kept.flatMap(([field, values]) => values.map((value) => [field, value]))));
}

/** A field without meaning, so that an empty row exists. */
const newRow = 'new';
