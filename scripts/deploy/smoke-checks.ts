import * as z from 'zod';
import { headersOf, isOpenToOrigins } from '../../functions/http/headers.ts';
import { ListCatalog } from '../../schema/catalog/catalog.ts';
import { ReadDictionaries } from '../../schema/catalog/dictionaries.ts';
import { lazy } from '../../schema/shared/lazy.ts';

export interface Check {
  readonly path: string;
  faults(answer: Response, text: string): string[];
}

interface Expected {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The required shape of the JSON. */
  readonly json?: () => z.ZodType;
  /** The required text. */
  readonly contains?: string;
}

const page = { status: 200, type: 'text/html' } as const;
const json = { status: 200, type: 'application/json' } as const;

const briefError = lazy(() => z.object({ code: z.literal('RESOURCE_NOT_FOUND'), message: z.string() }));
const fullError = lazy(() =>
  z.object({
    statusCode: z.literal(401),
    code: z.string(),
    message: z.string(),
    timestamp: z.iso.datetime(),
    path: z.string(),
  }),
);
const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
const keySet = lazy(() => z.object({ keys: z.array(z.object({ kty: z.string(), kid: z.string() })).min(1) }));
const document = lazy(() => z.object({ openapi: z.string().startsWith('3.1'), paths: z.object({}) }));

/** One path or more for each edge function with routes; the catalog and the refusals need Postgres. */
const expectations: Readonly<Record<string, Expected>> = {
  '/': { status: 302, headers: { location: '/creators' } },
  '/creators': { ...page, contains: '</html>' },
  '/docs': { ...page, contains: '</html>' },
  '/robots.txt': { status: 200, type: 'text/plain' },
  '/sitemap.xml': { status: 200, type: 'application/xml' },
  '/api/v1/openapi.json': { ...json, json: document },
  '/api/v1/dictionaries': { ...json, headers: headersOf(true), json: ReadDictionaries.answer },
  '/api/v1/creator-catalog': { ...json, headers: headersOf(true), json: ListCatalog.answer },
  '/api/v1/public/me': { status: 401, headers: challenge, json: fullError },
  '/api/v1/me': { status: 401, headers: challenge, json: fullError },
  '/api/v1/staff/assignments': { status: 401, headers: challenge, json: fullError },
  '/api/v1/no-such-path': { status: 404, json: briefError },
  '/api/auth/jwks': { ...json, json: keySet },
};

/** The headers that every answer has. Pages have their own content policy. */
const requiredOf = (path: string): string[] => [...Object.keys(headersOf(isOpenToOrigins(path))), 'x-request-id'];

export const smokeChecks: readonly Check[] = Object.entries(expectations).map(([path, expected]) => ({
  path,
  faults: (answer, text) => [
    ...(answer.status === expected.status ? [] : [`status ${answer.status} instead of ${expected.status}`]),
    ...requiredOf(path)
      .filter((name) => !answer.headers.has(name))
      .map((name) => `no header ${name}`),
    ...Object.entries({ ...expected.headers, ...(expected.type && { 'content-type': expected.type }) })
      .filter(([name, value]) => !answer.headers.get(name)?.startsWith(value))
      .map(([name, value]) => `header ${name} is ${answer.headers.get(name)} instead of ${value}`),
    ...(expected.contains === undefined || text.includes(expected.contains) ? [] : [`no ${expected.contains}`]),
    ...(expected.json ? faultsOfJson(expected.json(), text) : []),
  ],
}));

function faultsOfJson(shape: z.ZodType, text: string): string[] {
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  } catch {
    return ['the body is no JSON'];
  }
}
