import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { UpdateProfile } from '../../schema/creators/profile.ts';
import { pasted, rights, text, words } from '../../schema/shared/text.ts';
import { exampleOf } from '../../scripts/openapi/examples/index.ts';
import { type Json, probesOf } from '../support/probes.ts';

describe('a text', () => {
  const short = text(1, 5);
  const isTaken = (value: unknown) => short.safeParse(value).success;

  test('is returned unchanged, from its shortest to its longest', () => {
    for (const value of ['a', 'abcde', ' ', 'é', '🦊🦊🦊🦊🦊', '\n\t']) expect(short.parse(value)).toBe(value);
    expect(['', 'abcdef', '🦊🦊🦊🦊🦊🦊'].map(isTaken)).toEqual([false, false, false]);
  });

  test('contains no NUL and no half of a surrogate pair', () => {
    expect(['\u0000', 'a\u0000', '\ud83e', '\udd8a', 'a\udd8a\ud83e'].map(isTaken)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('is refused as any other type', () => {
    expect([1, null, undefined, ['a'], {}].map(isTaken)).toEqual([false, false, false, false, false]);
  });
});

describe('a required text', () => {
  const isTaken = (value: string) => words(5).safeParse(value).success;

  test('has a visible character', () => {
    for (const value of ['a', ' a ', '1', '-', '…', '🦊', 'é', 'ی', '你', '한', '\u200ba', '👨\u200d👩'])
      expect(isTaken(value), value).toBe(true);
  });

  test.each([
    ...['', ' ', '\n\t', '\u00a0', '\u1680', '\u2028', '\u3000'],
    ...['\u00ad', '\u200b', '\u200b\u200d', '\u2060', '\ufeff', '\u202e', '\u{e0020}', '\u0007', '\ue000'],
    ...['\u034f', '\u115f\u1160', '\u3164', '\uffa0', '\ufe0f', '\u2800'],
  ])('is refused as %j', (value) => expect(isTaken(value)).toBe(false));

  test('has at most its maximum length', () => {
    expect(['🦊🦊🦊🦊🦊', '🦊🦊🦊🦊🦊🦊', 'abcdef', 'a\u0000'].map(isTaken)).toEqual([true, false, false, false]);
  });
});

/** Texts that can be empty, or whose form is checked outside of the schema: of a URL, of a file type. */
const mayBeEmpty = [
  'UpdateProfile.bio',
  'UpdateDeliverable.note',
  'CreateOrder.items.0.rights.key',
  'UpdateOrder.items.0.rights.key',
  'QuoteOffer.rights.key',
  'RejectCampaignPost.note',
  ...['CreateOwnershipUpload.contentType', 'CreateProofUpload.contentType', 'CreateRecordingUpload.contentType'],
  ...['CreatePostProofUpload.contentType', 'CreatePortfolioUpload.contentType'],
];

describe('a pasted text', () => {
  const blanks = [' ', '\t', '\r\n', '\u00a0', '\u2003', '\u200b', '\u200e', '\u2028', '\ufeff', '\u00ad', ' \u00a0\n'];

  test('loses the blanks around it, and keeps those inside', () => {
    for (const blank of blanks) expect(pasted(5).parse(`${blank}a b${blank}`)).toBe('a b');
    const isTaken = (value: string) => pasted(5).safeParse(value).success;
    expect([...blanks, '', 'abcdef', 'a\u0000', '\ud83e'].map(isTaken)).not.toContain(true);
  });

  /** Texts of bodies that people paste. */
  const fields = ['url', 'canonicalUrl', 'destinationUrl', 'handle'];
  const bodies = operations.flatMap((operation) =>
    Object.entries(Object(exampleOf(operation).body)).flatMap(([field, value]) =>
      fields.includes(field) && typeof value === 'string' ? [[operation.name, field, operation] as const] : [],
    ),
  );

  test.each(bodies)('is taken with blanks around it by %s as %s', (_, field, operation) => {
    const example = exampleOf(operation).body;
    const [plain, padded] = ['', ' \u00a0\u200b\n'].map((blank) =>
      operation.body?.().parse({ ...Object(example), [field]: `${blank}${Object(example)[field]}${blank}` }),
    );
    expect(Object(plain)[field]).toBe(Object(example)[field]);
    expect(padded).toEqual(plain);
  });

  test('occurs in each operation that takes an address or a handle', () => {
    expect(bodies.map(([name, field]) => `${name}.${field}`).sort()).toEqual([
      ...['AddFactoryAccount.url', 'AddFactoryPost.url', 'AddSocialAccount.handle', 'CreateChannel.canonicalUrl'],
      ...['CreateTrackingLink.destinationUrl', 'CreateWebhookEndpoint.url', 'SubmitPost.url', 'UpdateDeliverable.url'],
    ]);
  });
});

describe('every required text of a request', () => {
  /** Fields with their own format, which a blank text does not match. */
  const formed = ['canonicalUrl', 'handle', 'contentType', 'url', 'displayName', 'topics'];
  const requested = operations.flatMap(({ name, body }) =>
    body ? [...textsOf(z.toJSONSchema(body(), { io: 'input', unrepresentable: 'any' }), name)] : [],
  );

  test('documents that blank is refused', () => {
    expect(requested.length).toBeGreaterThan(15);
    const unsaid = requested.filter(
      ({ where, patterns }) => patterns.length === 0 && !formed.some((one) => where.includes(one)),
    );
    expect(unsaid.map(({ where }) => where)).toEqual([]);
    expect(
      requested.flatMap(({ patterns }) => patterns).filter((pattern) => new RegExp(pattern, 'u').test(' ')),
    ).toEqual([]);
  });

  test('is refused without a visible character, except those that may be empty', () => {
    const taken = operations.flatMap((operation) => {
      const { name, body } = operation;
      if (!body) return [];
      const schema = z.toJSONSchema(body(), { io: 'input', unrepresentable: 'any' }) as Json;
      return [...probesOf(schema, schema, exampleOf(operation).body)]
        .filter(({ label, value }) => label.endsWith('= "\u200b"') && body().safeParse(value).success)
        .map(({ label }) => `${name}${label.split(' ')[0]}`);
    });
    expect(new Set(taken)).toEqual(new Set(mayBeEmpty));
  });

  test.each([{ displayName: '\u3164' }, { topics: ['\u200b'] }, { contacts: { email: '\u200b' } }])(
    'is refused in the profile %j',
    (given) => expect(UpdateProfile.body?.().safeParse({ expectedVersion: 1, ...given }).success).toBe(false),
  );
});

describe('rights', () => {
  const isTaken = (value: unknown) => rights().safeParse(value).success;
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  test('are a JSON object, which can be empty', () => {
    expect([{}, { a: [1, null, { b: true }] }].map(isTaken)).toEqual([true, true]);
    expect([[], null, 'x', 1, undefined, { a: undefined }, { a: 1n }].map(isTaken)).toEqual(Array(7).fill(false));
  });

  test('have at most 8 KiB of UTF-8', () => {
    expect([8_192, 8_193].map((bytes) => isTaken(ofBytes(bytes)))).toEqual([true, false]);
    const letters = (8_192 - '{"a":""}'.length) / 2;
    expect([letters, letters + 1].map((count) => isTaken({ a: 'é'.repeat(count) }))).toEqual([true, false]);
  });

  test('are nested at most 16 levels deep', () => {
    expect([16, 17].map((levels) => isTaken(nested(levels)))).toEqual([true, false]);
  });

  test('contain no NUL and no lone surrogate, in names and at any depth', () => {
    const values = [{ 'a\u0000': 1 }, { a: { b: ['\ud800'] } }, { a: [{ '\udc00': 1 }] }];
    expect(values.map(isTaken)).toEqual([false, false, false]);
  });
});

interface AskedText {
  readonly where: string;
  readonly patterns: readonly string[];
}

/** The texts of a body that must not be blank. */
function* textsOf(schema: unknown, where: string): Generator<AskedText> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, minLength, pattern, allOf, format, properties, ...rest } = schema as Record<string, unknown>;
  if (type === 'string' && typeof minLength === 'number' && minLength > 0 && format === undefined)
    yield { where, patterns: [{ pattern }, ...(Array.isArray(allOf) ? allOf : [])].flatMap(patternOf) };
  for (const [name, inner] of Object.entries({ ...(properties as object | undefined), allOf, ...rest }))
    if (name !== 'example' && name !== 'examples') yield* textsOf(inner, `${where} ${name}`);
}

const patternOf = ({ pattern }: { pattern?: unknown }): string[] => (typeof pattern === 'string' ? [pattern] : []);
