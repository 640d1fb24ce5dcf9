import { describe, expect, test } from 'vitest';
import { capabilityOf, cycleIn, type Edge, edgesOf, filesOf, graphOf, matches, textOf } from './support/imports.ts';

/**
 * Who may import whom; what is not written here is refused. `*` is a part of one name, `**` any path, `{a,b}` a choice,
 * and `<own>` the importing file's own folder. The first row that a file fits is its row. Type-only imports count.
 */
const mayImport: readonly (readonly [importer: string, imported: readonly string[]])[] = [
  ['schema/*.ts', ['zod', 'schema/*.ts']],
  ['db/wallet/*.ts', ['drizzle-orm/sql/sql', 'db/{client,query}.ts', 'db/tables/ledger.ts', 'schema/*.ts']],
  ['db/drizzle.config.ts', ['drizzle-kit']],
  ['db/**', ['drizzle-orm', 'drizzle-orm/**', '@neondatabase/serverless', 'db/**', 'schema/*.ts']],

  ['functions/env.ts', ['zod', 'schema/{lazy,enums}.ts', 'functions/platform/social/figure-terms.ts']],
  ['functions/context.ts', ['functions/env.ts', 'db/client.ts', 'schema/*.ts']],
  ['functions/idempotency.ts', ['drizzle-orm/sql/sql', 'functions/context.ts', 'db/*.ts', 'schema/*.ts']],
  ['functions/{log,lost-race}.ts', ['schema/*.ts']],
  ['functions/{raise-alarms,rebuild-catalog}.ts', ['functions/{context,log}.ts', 'db/**']],

  // The composition root wires everything, and calls neither a verb's parts nor the database.
  // A guest answer at hand leaves before the app is asked.
  ['functions/worker.ts', ['functions/{app,env,jobs}.ts', 'functions/http/guest-edge.ts', 'schema/lazy.ts']],
  [
    'functions/app.ts',
    [
      ...['hono', 'hono/http-exception', 'functions/operations.ts', 'functions/http/*.ts', 'schema/*.ts'],
      'functions/*/{routes,*-routes}.{ts,tsx}',
    ],
  ],
  // Scripts read it with Node, which knows no TSX: the pages are mounted by the app.
  ['functions/operations.ts', ['functions/*/routes.ts', 'functions/http/route.ts', 'schema/*.ts']],
  ['functions/schedule.ts', ['functions/context.ts', 'functions/*.ts', 'functions/*/index.ts', 'schema/*.ts']],
  [
    'functions/jobs.ts',
    [
      'functions/{context,env,log,schedule}.ts',
      'functions/platform/queue.ts',
      'db/{client,failures}.ts',
      'schema/*.ts',
    ],
  ],
  ['functions/sweep-idempotency-keys.ts', ['functions/context.ts', 'db/idempotency.ts']],

  [
    'functions/platform/**',
    ['@upstash/redis/cloudflare', '@aws-sdk/*', 'zod', 'functions/env.ts', 'schema/*.ts', '<own>/**'],
  ],
  [
    'functions/http/**',
    [
      ...['hono', 'hono/*', 'zod', '@hono/zod-validator', '@upstash/ratelimit', 'canonicalize'],
      ...['functions/{context,env,idempotency}.ts', 'functions/platform/{key-value,queue}.ts', '<own>/**'],
      ...['functions/{account,api-keys}/index.ts', 'db/{client,failures,catalog/generations}.ts', 'schema/*.ts'],
    ],
  ],

  // What stands in for parts of better-auth that the bundle leaves out.
  ['functions/account/absent/*.ts', ['zod']],
  [
    'functions/*/{routes,*-routes}.{ts,tsx}',
    ['hono', 'functions/{context,env}.ts', 'functions/http/*.ts', 'schema/*.ts', '<own>/*'],
  ],
  ['functions/*/index.ts', ['<own>/*']],
  ['functions/*/rules.ts', ['functions/env.ts', 'schema/*.ts', '<own>/{rules,view,channel-url}.ts']],
  ['functions/*/view.ts', ['schema/*.ts', '<own>/{rules,view}.ts']],
  [
    'functions/account/*.ts',
    [
      ...['jose', 'better-auth/**', 'node:crypto', 'zod', 'db/tables/identity.ts', 'db/{client,identity/*}.ts'],
      ...['functions/{context,env}.ts', 'functions/platform/{mac,mail}.ts', 'schema/*.ts', '<own>/*'],
    ],
  ],
  [
    'functions/api-keys/*.ts',
    ['functions/{context,env}.ts', 'functions/platform/mac.ts', 'db/{client,identity/*}.ts', 'schema/*.ts', '<own>/*'],
  ],
  ['functions/*/{preview-token,picture-address}.ts', ['functions/{context,env}.ts', 'functions/platform/mac.ts']],
  [
    'functions/wallet/*.ts',
    ['drizzle-orm/sql/sql', 'functions/{context,idempotency,lost-race}.ts', 'db/**', 'schema/*.ts', '<own>/*'],
  ],
  // A file is checked by its own layout and by file-type; the store is reached through its port alone.
  [
    'functions/uploads/{check-file,store-edited}.ts',
    [
      'node:crypto',
      'file-type',
      'functions/platform/{object-store,read-chunks}.ts',
      'db/uploads/*.ts',
      'schema/*.ts',
      '<own>/*',
    ],
  ],
  [
    'functions/uploads/*.ts',
    [
      ...['drizzle-orm/sql/sql', 'functions/{context,env,idempotency}.ts'],
      'functions/platform/{object-store,virus-scanner}.ts',
      ...['db/uploads/*.ts', 'schema/*.ts', '<own>/*'],
    ],
  ],
  // It and the jobs alone call the outside world after a commit.
  [
    'functions/outbox/{send-by-mail,senders}.ts',
    ['zod', 'functions/{context,platform/mail}.ts', 'db/notifications/messages.ts', 'schema/*.ts', '<own>/*'],
  ],
  ['functions/orders/payload-hash.ts', ['canonicalize', 'schema/*.ts']],
  ['functions/channels/channel-url.ts', ['schema/*.ts']],
  // It asks the platforms, and keeps their pictures.
  [
    'functions/social-accounts/*.ts',
    [
      ...[
        'file-type',
        'drizzle-orm/sql/sql',
        'functions/{context,env,idempotency,lost-race}.ts',
        'db/**',
        'schema/*.ts',
      ],
      ...['functions/platform/{object-store,read-chunks}.ts', 'functions/platform/social/index.ts', '<own>/*'],
    ],
  ],
  // Which addresses are called is decided without asking anybody.
  ['functions/webhooks/public-url.ts', ['ipaddr.js', 'schema/*.ts']],
  ['functions/webhooks/sign.ts', ['functions/webhooks/webhook-library.ts']],
  ['functions/webhooks/webhook-library.ts', ['standardwebhooks']],
  // It looks up hosts.
  [
    'functions/webhooks/*.ts',
    [
      ...[
        'drizzle-orm/sql/sql',
        'functions/{context,env,idempotency,lost-race}.ts',
        'functions/platform/{resolver,retry-after}.ts',
      ],
      ...['db/**', 'schema/*.ts', '<own>/*'],
    ],
  ],
  // What a page looks like: no database, no request.
  ['functions/site/{*.tsx,styles*.ts}', ['hono/html', 'hono/jsx', 'schema/*.ts', '<own>/*']],
  ['functions/site/rendered.ts', []],
  // Any other verb.
  [
    'functions/*/*.{ts,tsx}',
    [
      'drizzle-orm/sql/sql',
      'functions/{context,env,idempotency,log,lost-race,rebuild-catalog}.ts',
      'db/**',
      'schema/*.ts',
      '<own>/*',
    ],
  ],
];

/** Which capability may ask which other, and only at its door: its index.ts. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  account: ['api-keys'],
  assignments: ['uploads', 'wallet'],
  catalog: ['channels'],
  disputes: ['assignments', 'uploads'],
  offers: ['orders'],
  outbox: ['api-keys', 'assignments', 'webhooks'],
  ownership: ['social-accounts', 'uploads'],
  orders: ['assignments', 'wallet'],
  site: ['api-keys', 'catalog', 'profile'],
  profile: ['social-accounts'],
  'social-accounts': ['uploads'],
  staff: ['account', 'api-keys'],
};

const sources = filesOf('schema', 'db', 'functions');
const edges = sources.flatMap(edgesOf);

function isAllowed({ from, to, isTypeOnly }: Edge): boolean {
  const [here, there] = [capabilityOf(from), capabilityOf(to)];
  if (here !== undefined && there !== undefined && here !== there)
    return to === `functions/${there}/index.ts` && (neighbours[here] ?? []).includes(there);
  // Views and rules may name the rows that they show and decide on.
  if (isTypeOnly && here !== undefined && /\/(view|rules|payload-hash)\.ts$/.test(from) && matches('db/**', to, from))
    return true;
  const [, allowed] = mayImport.find(([importer]) => matches(importer, from, from)) ?? [];
  return allowed?.some((pattern) => matches(pattern, to, from)) ?? false;
}

const arrows = (found: readonly Edge[]) => found.map(({ from, to }) => `${from} -> ${to}`);

describe('imports', () => {
  test('every import is one that the table allows', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(edges.length).toBeGreaterThan(400);
    expect(arrows(edges.filter((edge) => !isAllowed(edge)))).toEqual([]);
  });

  test('an import that no row allows is refused, by its type alone too', () => {
    const refused: readonly [string, string][] = [
      ['schema/orders.ts', 'hono'],
      ['schema/orders.ts', 'db/client.ts'],
      ['db/placements/orders.ts', 'functions/context.ts'],
      ['functions/orders/routes.ts', 'db/placements/orders.ts'],
      ['functions/orders/create-order.ts', 'hono'],
      ['functions/orders/create-order.ts', 'functions/http/route.ts'],
      ['functions/orders/create-order.ts', 'functions/wallet/hold-funds.ts'],
      ['functions/wallet/get-wallet.ts', 'functions/orders/index.ts'],
      ['functions/orders/create-order.ts', 'pg'],
      ['functions/platform/key-value.ts', 'functions/context.ts'],
    ];
    const asEdge = ([from, to]: readonly [string, string]): Edge => ({ from, to, isTypeOnly: true, isLazy: false });
    expect(arrows(refused.map(asEdge).filter(isAllowed))).toEqual([]);
  });

  test('only the wallet posts to the ledger', () => {
    const toWallet = edges.filter(({ to }) => to.startsWith('db/wallet/'));
    expect(toWallet.map(({ from }) => capabilityOf(from)).filter((importer) => importer !== 'wallet')).toEqual([]);
    const naming = (names: RegExp) => sources.filter((file) => names.test(textOf(file)));
    expect(naming(/\bledger_(post|deposit|withdraw|reserve|settle)\b/)).toEqual(['db/wallet/ledger.ts']);
    const ledgers = ['db/audit.ts', 'db/tables/ledger.ts', ...filesOf('db/wallet')];
    expect(naming(/\bledger_?(accounts|transfers|entries|holds)\b/i)).toEqual(ledgers);
    const readers = ['db/audit.ts', ...filesOf('db/wallet')].map(textOf);
    expect(readers.join('\n')).not.toMatch(/\b(insert|update|delete|build)\b/);
  });

  test('that the object store is out of reach is said in one place, which asks for the cause', () => {
    const saying = sources.filter((file) => textOf(file).includes("new Refusal('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'"));
    expect(saying).toEqual(['functions/platform/object-store.ts']);
  });

  test('routes never import the database', () => {
    expect(arrows(edges.filter(({ from, to }) => /routes\.tsx?$/.test(from) && to.startsWith('db/')))).toEqual([]);
  });

  test('no capability needs, by way of others, itself; nor does any file', () => {
    expect(cycleIn(graphOf(edges.map(({ from, to }) => [capabilityOf(from), capabilityOf(to)])))).toEqual([]);
    expect(cycleIn(graphOf(edges.map(({ from, to }) => [from, to])))).toEqual([]);
    expect(
      cycleIn(
        graphOf([
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ]),
      ),
    ).toEqual(['a', 'b', 'c', 'a']);
  });
});
