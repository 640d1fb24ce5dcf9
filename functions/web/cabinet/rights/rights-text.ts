type Rights = Readonly<Record<string, unknown>>;

/** Agreed rights as lines such as `territory: worldwide`. Rights that lines cannot hold are JSON. */
export const textOfRights = (rights: Rights): string =>
  Object.keys(rights).every(isPlainName)
    ? Object.entries(rights)
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n')
    : JSON.stringify(rights);

/** The rights of such a text: a line without a value is a right without conditions. A text that is no JSON object is passed on, and the API refuses it. */
export function rightsOf(text: string): unknown {
  if (text.trim().startsWith('{')) return parsed(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(lines.map(pairOf));
}

function pairOf(line: string): readonly [string, unknown] {
  const [name = '', ...rest] = line.split(':');
  const value = rest.join(':').trim();
  return [name.trim(), rest.length === 0 || value === '' ? true : parsed(value)];
}

const isPlainName = (name: string): boolean => name !== '' && name === name.trim() && !/[:\n{]/.test(name);

const textOf = (value: unknown): string =>
  typeof value === 'string' &&
  value !== '' &&
  value === value.trim() &&
  !value.includes('\n') &&
  parsed(value) === value
    ? value
    : JSON.stringify(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
