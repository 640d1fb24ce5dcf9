import type * as z from 'zod';

type RawIssue<Issue extends z.core.$ZodIssueBase = z.core.$ZodIssue> = z.core.$ZodRawIssue<Issue>;

/** The problem with a value, as the end of a sentence that begins with the field's name. For issues whose schema has no message. */
export function wordingOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${nameOf(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${choice(issue.values.map(String))}`;
    case 'too_small':
      return `must ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'is malformed' : `must be ${formats[issue.format] ?? issue.format}`;
    case 'invalid_union':
      return unionWording(issue);
    default:
      return undefined;
  }
}

/** An object whose kind decides its shape, or a value of several shapes. */
function unionWording({ input, discriminator, options }: RawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (discriminator === undefined || !Array.isArray(options)) return 'does not match any of the allowed shapes';
  return isRecord(input) && input[discriminator] === undefined
    ? 'is required'
    : `must be ${choice(options.map(String))}`;
}

/** A path and the problem there. Each unknown field gets an issue of its own. A query has arrays for repeated parameters. */
export function faultsOf(issue: z.core.$ZodIssue, query: unknown = null): { path: string; message: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => faultAt([...issue.path, key], 'is an unknown field'));
  const isRepeated = isRecord(query) && Array.isArray(query[String(issue.path[0])]);
  return [faultAt(issue.path, isRepeated ? 'must occur only once' : issue.message)];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const faultAt = (path: readonly PropertyKey[], message: string) => ({
  path: path.map(String).join('.').slice(0, 200),
  message: message.slice(0, 300),
});

const names: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const nameOf = (type: string) => names[type] ?? `of type ${type}`;

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  uuid: 'a UUID',
  email: 'an email address',
  datetime: 'a time in ISO 8601 with an offset, such as 2026-12-31T12:00:00Z',
  date: 'a day, such as 2026-12-31',
};

const units: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function sized(origin: string, bound: string, size: number | bigint): string {
  const unit = units[origin]?.[Number(size) === 1 ? 0 : 1];
  return unit ? `have ${bound} ${size} ${unit}` : `be ${bound} ${size}`;
}

const choice = (values: readonly string[]): string =>
  values.length > 1 ? `one of ${values.join(', ')}` : (values[0] ?? 'something else');
