import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { edgeFunctions } from '../../functions/settings/index.ts';
import { importsIn } from '../support/import-graph.ts';

/** Every schema that was created, by the name of zod's function. */
const made = vi.hoisted((): string[] => []);

vi.mock('zod', async (original) => {
  const zod = await original<typeof import('zod')>();
  return { ...watched(zod), iso: watched(zod.iso), coerce: watched(zod.coerce) };
});

function watched(functions: object): Record<string, unknown> {
  const isMaker = ([name, value]: [string, unknown]) => typeof value === 'function' && /^[a-z_]/.test(name);
  const watch = ([name, make]: [string, unknown]): [string, unknown] => [
    name,
    isMaker([name, make]) && name !== 'config' ? watchedMaker(name, asMaker(make)) : make,
  ];
  return Object.fromEntries(Object.entries(functions).map(watch));
}

/** The imports above run before any constant here has a value: these are functions. */
function watchedMaker(name: string, make: (...given: unknown[]) => unknown) {
  return (...given: unknown[]) => {
    made.push(name);
    return make(...given);
  };
}

/** Safe: called with functions only. */
function asMaker(value: unknown) {
  return value as (...given: unknown[]) => unknown;
}

const { modules } = await importsIn('.', ['functions', 'db', 'schema']);
const importsOf = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));

/** The files and packages that the start of an edge function evaluates: all static imports from its entry on. */
function startOf(entry: string): { files: string[]; packages: string[] } {
  const [files, packages] = [new Set([entry]), new Set<string>()];
  for (const file of files) {
    for (const { module, resolved, dynamic, dependencyTypes } of importsOf.get(file) ?? []) {
      if (dynamic || dependencyTypes.includes('type-only')) continue;
      if (module.startsWith('.')) files.add(resolved);
      else packages.add(module);
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

const database = [
  ...[
    'drizzle-orm',
    'drizzle-orm/pg-core',
    'drizzle-orm/pg-core/dialect',
    'drizzle-orm/pg-proxy',
    'drizzle-orm/sql/sql',
  ],
];
const http = [
  '@upstash/ratelimit',
  '@upstash/redis/cloudflare',
  'hono',
  'hono/http-exception',
  'ipaddr.js',
  'lru-cache',
];
const callers = ['canonicalize', 'jose'];

test.each([
  ['guest', ['zod', '@hono/zod-validator', 'hono/html', ...database, ...http]],
  ['auth', ['zod', 'hono/cookie', ...database, ...http]],
  ['api', ['zod', '@hono/zod-validator', ...database, ...http, ...callers]],
  ['jobs', ['zod', 'drizzle-orm/pg-core/dialect', 'drizzle-orm/sql/sql']],
])('the start of %s evaluates exactly these packages, and import() loads the rest on demand', (name, expected) => {
  const { files, packages } = startOf(`functions/${name}.ts`);
  expect(files.length).toBeGreaterThan(20);
  expect(packages).toEqual([...expected].sort());
});

test('each package loaded by import() is built of ES modules, so its names exist', () => {
  const lazy = modules.flatMap(({ dependencies }) => dependencies.filter(({ dynamic }) => dynamic));
  const names = lazy.map(({ module }) => module).filter((name) => !/^[.]|^node:|^crypto$/.test(name));
  // Without the path of a module in its package.
  const packages = [...new Set(names.map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name))].sort();
  expect(packages).toContain('@neondatabase/serverless');
  for (const name of packages) {
    const { type, module, exports } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    const isOfModules = type === 'module' || module !== undefined || JSON.stringify(exports ?? {}).includes('"import"');
    expect(isOfModules, `${name}: import it by a statement, in a module of ours that import() loads`).toBe(true);
  }
});

test('the start of an edge function creates no schema, however many operations there are', {
  timeout: 60_000,
}, async () => {
  for (const name of edgeFunctions) await import(`../../functions/${name}.ts`);
  expect(made).toEqual([]);
  const { GetOrder } = await import('../../schema/placements/orders.ts');
  GetOrder.answer();
  expect(made).toContain('strictObject');
});
