import fc from 'fast-check';
import { isMutation } from '../../../schema/shared/operation.ts';
import { type Blow, blowTo, partsOf, struck } from './hostile-json.ts';
import type { RawRequest } from './raw.ts';
import { type Prepared, pathOf, type Route } from './routes.ts';

type Line = readonly [name: string, value: string];

/** A bad request without its sender and its valid base request. */
export interface Hostile {
  /** The index of its route. */
  readonly route: number;
  readonly method: string | null;
  readonly ids: readonly (string | null)[];
  readonly query: string | null;
  readonly credential: 'own' | 'own' | 'none' | 'twice' | 'other' | readonly Line[];
  readonly body: { readonly blows: readonly Blow[] } | { readonly bytes: Uint8Array } | { readonly text: string };
  readonly contentType: string;
  readonly keys: readonly string[] | null;
  readonly more: readonly Line[];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];
const escapes = ['%00', '%', '%zz', '%ff', '%ed%a0%80', '%2F', '%2e%2e', '%0a', '%f0%9f%a6%8a', '%27%3b--', '+'];
const oddIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '007',
  'NaN',
  '__proto__',
  'constructor',
  '9'.repeat(40),
  '9007199254740993',
  '*',
  '..;',
];
const word = fc.oneof(
  fc.constantFrom(...escapes, ...oddIds),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(percented),
  fc.constantFrom('x'.repeat(4_000), crypto.randomUUID(), crypto.randomUUID().toUpperCase()),
);
// A small number could be an id that another test needs.
const pathWord = word.filter((text) => !/^\d{1,15}$/.test(text) && !/^\.{1,2}$/.test(text));

const headerValues = ', Bearer Basic\tx é\u00ff \t " * W/"x" 0 -1 null'.split(' ');
const headerValue = fc.oneof(
  fc.constantFrom('', ' ', 'Bearer  ', 'x'.repeat(9_000), ...headerValues),
  fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '?')),
);
const headerNames =
  'Authorization X-API-Key Idempotency-Key Content-Type X-Request-Id If-None-Match Accept Accept-Encoding Cookie Origin ' +
  'CF-Connecting-IP X-Forwarded-For Range Content-Encoding Accept-Language X-HTTP-Method-Override';
const headerName = fc.constantFrom(...headerNames.split(' '));
const line: fc.Arbitrary<Line> = fc.tuple(headerName, headerValue);

const queryOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'unheardOf', '__proto__', 'limit[]', ''), word), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const often = <T>(value: T, other: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

/** Bad requests to these routes: most of them have one to four faults. */
export function hostileTo(routes: readonly Route[]): fc.Arbitrary<Hostile> {
  const parts = routes.map(({ operation }) => partsOf(operation.body?.()));
  const parameters = routes.map(({ operation }) => Object.keys(Object(Object(operation.query?.()).shape)));
  // Most possible faults are in bodies.
  const weighted = routes.flatMap(({ operation }, index) => (isMutation(operation) ? [index, index, index] : [index]));
  return fc.constantFrom(...weighted).chain((route) =>
    fc.record<Hostile>({
      route: fc.constant(route),
      method: often<string | null>(null, fc.constantFrom(...methods), 9),
      ids: fc.array(often<string | null>(null, pathWord), { minLength: 2, maxLength: 2 }),
      query: fc.oneof(
        { weight: 1 + 3 * (parameters[route]?.length ?? 0), arbitrary: queryOf(parameters[route] ?? []) },
        { weight: 3, arbitrary: fc.constant(null) },
      ),
      credential: often<Hostile['credential']>(
        'own',
        fc.oneof(fc.constantFrom('none', 'twice', 'other'), fc.array(line, { minLength: 1, maxLength: 2 })),
        8,
      ),
      body: fc.oneof(
        {
          weight: 12,
          arbitrary: fc.array(blowTo(parts[route] ?? []), { minLength: 1, maxLength: 2 }).map((blows) => ({ blows })),
        },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ bytes })) },
        { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string({ unit: 'binary' })).map((text) => ({ text })) },
      ),
      contentType: often('application/json', headerValue, 12),
      keys: often<readonly string[] | null>(null, fc.array(headerValue, { maxLength: 2 }), 8),
      more: often<readonly Line[]>([], fc.array(line, { minLength: 1, maxLength: 3 })),
    }),
  );
}

/** The request as it is sent. */
export function requestOf(
  hostile: Hostile,
  { operation, path }: Route,
  ready: Prepared,
  who: { own: readonly Line[]; other: readonly Line[] },
): RawRequest {
  const names = Object.keys(ready.params ?? {});
  const params = Object.fromEntries(
    names.map((name, index) => [name, hostile.ids[index] ?? ready.params?.[name] ?? '']),
  );
  const requested = hostile.query ?? ready.query;
  const hasBody = isMutation(operation) || hostile.method !== null;
  const credential = { own: who.own, other: who.other, none: [], twice: [...who.own, ...who.own] };
  return {
    method: hostile.method ?? operation.method.toUpperCase(),
    target: pathOf(path, params) + (requested ? `?${requested}` : ''),
    headers: [
      ...(typeof hostile.credential === 'string' ? credential[hostile.credential] : hostile.credential),
      ...(hasBody ? [['Content-Type', hostile.contentType] as const] : []),
      ...(hostile.keys ?? [crypto.randomUUID()]).map((key) => ['Idempotency-Key', key] as const),
      ...hostile.more,
    ],
    ...(hasBody && { body: bytesOf(hostile.body, ready) }),
  };
}

const bytesOf = (body: Hostile['body'], ready: Prepared): string | Uint8Array =>
  'blows' in body ? struck(ready.body, body.blows) : 'bytes' in body ? body.bytes : body.text;

/** A request to an unknown path. */
export const strangePath: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constantFrom(...methods),
  target: fc
    .tuple(
      fc.constantFrom(
        '/',
        '/api/',
        '/api/v1/',
        '/api/v1/public/',
        '/api/v1/staff/',
        '/api/v2/',
        '/creators/',
        '/docs/',
        '//',
      ),
      fc.array(fc.oneof(word, fc.constantFrom('me', 'wallet', 'placement-orders', '', '..', '.', 'creator-catalog')), {
        minLength: 1,
        maxLength: 5,
      }),
      often(
        '',
        queryOf(['limit', 'cursor']).map((text) => `?${text}`),
      ),
    )
    .map(([start, words, end]) => start + words.join('/') + end),
  headers: fc.array(line, { maxLength: 3 }),
});

/** Escapes what a request line cannot contain. */
function percented(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && !'#?/%\\'.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}
