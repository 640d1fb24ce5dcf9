import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import configuration from '../../dependency-cruiser.config.ts';
import { importsIn } from '../support/import-graph.ts';

const rules = configuration.forbidden ?? [];
const nameOf = ({ name }: (typeof rules)[number]) => name ?? '';

/** A refused import for each rule that is not about a package. */
const refused: Readonly<Record<string, readonly [importer: string, imported: string]>> = {
  'schema-knows-zod': ['schema/placements/orders.ts', 'db/client.ts'],
  'db-knows-schema': ['db/placements/orders.ts', 'functions/context.ts'],
  'settings-know-schema': ['functions/settings/index.ts', 'functions/env.ts'],
  'platform-knows-settings': ['functions/platform/key-value.ts', 'db/client.ts'],
  'http-guards-requests': ['functions/http/route.ts', 'functions/placements/orders/index.ts'],
  'index-exports-its-capability': ['functions/placements/orders/index.ts', 'functions/wallet/index.ts'],
  'routes-call-verbs': ['functions/placements/orders/routes.ts', 'db/placements/orders.ts'],
  'rules-and-views-are-pure': ['functions/placements/orders/rules.ts', 'functions/placements/orders/check-quote.ts'],
  'rules-and-views-name-types': ['functions/placements/orders/view.ts', 'functions/http/route.ts'],
  'verbs-know-the-database': ['functions/placements/orders/create-order.ts', 'functions/wallet/hold-funds.ts'],
  'pages-render-only': ['functions/web/site/creator-page.tsx', 'functions/creators/profile/index.ts'],
  'mechanisms-know-the-database': ['functions/idempotency.ts', 'functions/http/body.ts'],
  'jobs-know-the-database': ['functions/raise-alarms.ts', 'functions/placements/orders/index.ts'],
  'the-erasure-ends-what-capabilities-have': [
    'functions/erase-accounts.ts',
    'functions/social-accounts/end-account.ts',
  ],
  'the-schedule-names-jobs': ['functions/job-verbs.ts', 'functions/placements/orders/sweep-quotes.ts'],
  'the-consumer-runs-the-schedule': ['functions/consume-jobs.ts', 'functions/notifications/outbox/index.ts'],
  'operations-are-those-of-routes': ['functions/operations.ts', 'functions/placements/orders/index.ts'],
  'the-app-is-made-of-http': ['functions/edge-function.ts', 'functions/placements/orders/routes.ts'],
  'guest-serves-its-groups': ['functions/guest.ts', 'functions/wallet/routes.ts'],
  'auth-serves-its-groups': ['functions/auth.ts', 'functions/identity/account/routes.ts'],
  'api-serves-its-groups': ['functions/api.ts', 'functions/identity/account/auth-routes.ts'],
  'jobs-consume': ['functions/jobs.ts', 'functions/edge-function.ts'],
  'only-the-wallet-posts-to-the-ledger': ['functions/placements/orders/check-out-order.ts', 'db/wallet/ledger.ts'],
  'only-auth-hashes-passwords': ['functions/identity/account/get-me.ts', 'functions/identity/account/password.ts'],
  'only-these-send-mail': ['functions/placements/orders/update-order.ts', 'functions/platform/mail.ts'],
  'only-webhooks-look-up-hosts': ['functions/placements/orders/get-order.ts', 'functions/platform/resolver.ts'],
  'only-social-accounts-call-platforms': [
    'functions/creators/profile/get-page.ts',
    'functions/platform/social/index.ts',
  ],
  'only-uploads-are-scanned': ['functions/placements/assignments/act.ts', 'functions/platform/virus-scanner.ts'],
  'only-these-store-files': ['functions/placements/deliverables/upload-proof.ts', 'functions/platform/object-store.ts'],
  'packages-are-listed': ['functions/placements/orders/list-orders.ts', 'left-pad'],
  'no-cycles': ['schema/quotes.ts', 'schema/shared/money.ts'],
  'imports-exist': ['schema/shared/page.ts', './absent.ts'],
  'every-file-has-a-layer': ['functions/new-entry.ts', 'schema/shared/lazy.ts'],
  'scripts-need-no-test': ['scripts/seed.ts', 'test/support/market/market.ts'],
  'only-auth-holds-passwords': ['functions/api.ts', 'functions/identity/account/password.ts'],
  'guest-cannot-name-private-rows': ['functions/guest.ts', 'db/wallet/ledger.ts'],
};

/** Statements on rows that `guest` has no rights on. */
const privateRows = [
  'db/campaigns/tracking-links.ts',
  'db/identity/users.ts',
  'db/metrics/analytics.ts',
  'db/placements/orders.ts',
  'db/wallet/ledger.ts',
];

/** Imports that make the rules about reachability and cycles apply. */
const further: readonly (readonly [string, string])[] = [
  ...privateRows.map((file) => ['functions/guest.ts', file] as const),
  ['schema/shared/money.ts', 'schema/quotes.ts'],
  ['functions/api.ts', 'functions/identity/staff/routes.ts'],
  ['functions/identity/staff/routes.ts', 'functions/identity/account/get-me.ts'],
  ['functions/wallet/routes.ts', 'functions/wallet/get-wallet.ts'],
  ['functions/wallet/get-wallet.ts', 'db/wallet/ledger.ts'],
];

const packageRules = rules.map(nameOf).filter((name) => name.startsWith('package-'));
/** The imported name of a package whose rule matches its resolved file. */
const packageNames: Readonly<Record<string, string>> = {
  'package-@aws-sdk/.+': '@aws-sdk/client-s3',
  'package-crypto': 'node:crypto',
  'package-drizzle-orm(?!/sql/sql[.])': 'drizzle-orm',
  'package-drizzle-orm/sql/sql[.].+': 'drizzle-orm/sql/sql.js',
  'package-hono(?!/dist/(types/)?(helper/html|jsx))': 'hono',
  'package-hono/dist/(types/)?(helper/html|jsx)': 'hono/dist/jsx/index.js',
  'package-ipaddr[.]js': 'ipaddr.js',
};
const ofPackage = (rule: string): string => packageNames[rule] ?? rule.slice('package-'.length);
const unlistedImporterOf = (rule: string): string =>
  `${rule === 'package-zod' ? 'db' : 'schema'}/${packageRules.indexOf(rule)}.ts`;

const forms = {
  'functions/orders/by-type.ts': "import type { Route } from '../http/route.ts';",
  'functions/orders/by-inline-type.ts': "import { type Route } from '../http/route.ts';",
  'functions/orders/by-export.ts': "export type { Route } from '../http/route.ts';",
  'functions/orders/by-star.ts': "export * from '../http/route.ts';",
  'functions/orders/by-call.ts': "export const route = () => import('../http/route.ts');",
  'functions/orders/by-page.tsx': "import { route } from '../http/route.ts'; export const Page = () => <p>{route}</p>;",
};

let root = '';
let violations: readonly string[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'import-rules-'));
  const edges = [
    ...Object.values(refused),
    ...further,
    ...packageRules.map((rule) => [unlistedImporterOf(rule), ofPackage(rule)] as const),
  ];
  const files = new Map<string, string>(Object.entries(forms));
  files.set('functions/http/route.ts', '');
  for (const [importer, imported] of edges) {
    files.set(importer, `${files.get(importer) ?? ''}import '${specifierOf(importer, imported)}';\n`);
    if (isFile(imported)) files.set(imported, files.get(imported) ?? '');
    else if (!/^[.]|^node:/.test(imported)) files.set(packageFileOf(imported), '');
  }
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  const { summary } = await importsIn(root, ['schema', 'db', 'functions', 'scripts', 'test'], rules);
  violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const isFile = (name: string) => /^(schema|db|functions|scripts|test)\//.test(name);
const specifierOf = (importer: string, imported: string): string =>
  isFile(imported) ? path.posix.join(path.posix.relative(path.posix.dirname(importer), '.'), imported) : imported;
const packageFileOf = (name: string) =>
  `node_modules/${/[.]js$/.test(name) && name !== 'ipaddr.js' ? name : `${name}/index.js`}`;

describe('the import rules', () => {
  test('refuse one import each', () => {
    expect(Object.keys(refused).sort()).toEqual(
      rules
        .map(nameOf)
        .filter((name) => !packageRules.includes(name))
        .sort(),
    );
    const expected = Object.entries(refused).map(([rule, [from]]) => `${rule}: ${from} -> `);
    expect(expected.filter((start) => !violations.some((found) => found.startsWith(start)))).toEqual([]);
  });

  test('refuse each folder of private rows in guest', () => {
    const expected = privateRows.map((file) => `guest-cannot-name-private-rows: functions/guest.ts -> ${file}`);
    expect(violations).toEqual(expect.arrayContaining(expected));
  });

  test('refuse each package outside its listed files', () => {
    expect(packageRules.length).toBeGreaterThan(15);
    const starts = packageRules.map((rule) => `${rule}: ${unlistedImporterOf(rule)} -> `);
    expect(starts.filter((start) => !violations.some((found) => found.startsWith(start)))).toEqual([]);
  });

  test.each(Object.keys(forms))('cover imports of types, exports and calls of import(): %s', (file) => {
    expect(violations).toContain(`verbs-know-the-database: ${file} -> functions/http/route.ts`);
  });

  test('find no capability that depends on itself through others', async () => {
    const others = '^functions/((http|platform|settings)/|[^/]+[.]ts$)';
    const cycles = [{ name: 'cycle', scope: 'folder', severity: 'error', from: {}, to: { circular: true } }] as const;
    const { summary, folders } = await importsIn('.', ['functions'], cycles, [others, '^(db|schema)/']);
    expect(folders?.length).toBeGreaterThan(15);
    expect(summary.violations.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
});
