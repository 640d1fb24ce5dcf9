import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import { packageImporters } from './scripts/lint/package-importers.ts';

/**
 * The allowed imports. A path is a regular expression; `$1` is the capability that `from` matched. Types count as imports.
 * The rules refuse an import that its layer does not list, and a package that `packageImporters` does not list.
 */

const schema = '^schema/';
const mechanisms =
  '^functions/(context|env|groups|idempotency|isolate-cache|log|mutate|open-session|retry-on-conflict|staff-actions)[.]ts$';
const settings = '^functions/settings/';
const index = '^functions/.+/index[.]ts$';
const routes = '[/-]routes[.]tsx?$';
const pure = '[/-](rules|view|channel-url)[.]ts$';
const capability = '^functions/(?!(?:edge|http|platform|settings)/)([^/]+).*';
const own = '^functions/$1/';
// `packageImporters` lists the files that may import these.
const notOurs = ['^node_modules/', '^[^/]+$'];

type Files = string | { readonly path: string; readonly pathNot: string[] };

/** Files at `from` may import only `to`. */
const closedLayer = (name: string, from: Files, ...to: readonly string[]) =>
  ({
    name,
    comment: `These files may import ${to.join(', ')}.`,
    severity: 'error',
    from: typeof from === 'string' ? { path: from } : from,
    to: { pathNot: [...to] },
  }) satisfies IForbiddenRuleType;

/** Files at `from` may import only `to`, and the packages that list these files. */
const layer = (name: string, from: Files, ...to: readonly string[]) => closedLayer(name, from, ...to, ...notOurs);

const layers: readonly IForbiddenRuleType[] = [
  layer('schema-knows-zod', schema, schema),
  layer('db-knows-schema', '^db/', '^db/', schema),
  layer('settings-know-schema', settings, settings, schema),
  layer(
    'platform-knows-settings',
    '^functions/platform/',
    '^functions/platform/',
    mechanisms,
    settings,
    schema,
    '^db/hex[.]ts$',
  ),
  layer(
    'http-guards-requests',
    '^functions/(http|edge)/',
    ...['^functions/(http|edge)/', mechanisms, settings, schema, '^functions/platform/(hash|key-value|queue)[.]ts$'],
    ...['^functions/identity/(account|api-keys)/index[.]ts$', '^db/(client|failures|catalog/generations)[.]ts$'],
  ),

  // A capability is a folder: routes, verbs, rules, views, and an index for the others.
  closedLayer('index-exports-its-capability', `${capability}/index[.]ts$`, own),
  closedLayer(
    'routes-call-verbs',
    `${capability}${routes}`,
    ...['^node_modules/hono/', own, index, '^functions/(http|edge)/', mechanisms, settings, schema],
  ),
  {
    ...closedLayer('rules-and-views-are-pure', `${capability}${pure}`, pure, schema),
    to: { pathNot: [pure, schema], dependencyTypesNot: ['type-only'] },
  },
  closedLayer(
    'rules-and-views-name-types',
    `${capability}${pure}`,
    ...[pure, schema, '^db/', settings, '^functions/context[.]ts$'],
  ),
  layer(
    'verbs-know-the-database',
    { path: `${capability}/`, pathNot: [index, routes, pure] },
    ...[own, index, '^functions/platform/', '^functions/rebuild-catalog[.]ts$', mechanisms, settings, schema, '^db/'],
  ),
  layer('pages-render-only', '^functions/web/(.+[.]tsx|[^/]+/styles[^/]*[.]ts)$', '^functions/web/', schema),

  // The files at the top of functions/.
  layer('mechanisms-know-the-database', mechanisms, mechanisms, settings, schema, '^db/'),
  layer(
    'jobs-know-the-database',
    '^functions/(raise-alarms|rebuild-catalog|sweep-[^/]+)[.]ts$',
    ...[mechanisms, settings, schema, '^db/'],
  ),
  layer(
    'the-erasure-ends-what-capabilities-have',
    '^functions/erase-accounts[.]ts$',
    // The index of channels is part of `guest`.
    ...['^functions/(rebuild-catalog|creators/channels/remove-channel)[.]ts$', index, mechanisms, schema, '^db/'],
  ),
  layer('the-schedule-names-jobs', '^functions/(schedule|job-verbs)[.]ts$', '^functions/[^/]+[.]ts$', index, schema),
  layer(
    'the-consumer-runs-the-schedule',
    '^functions/consume-jobs[.]ts$',
    ...[
      '^functions/(schedule|job-verbs|platform/queue)[.]ts$',
      mechanisms,
      settings,
      schema,
      '^db/(client|failures)[.]ts$',
    ],
  ),
  layer('operations-are-those-of-routes', '^functions/operations[.]ts$', routes, schema),
  layer(
    'the-app-is-made-of-http',
    '^functions/edge-function[.]ts$',
    ...['^functions/(http/|web/ui/index[.]ts$)', mechanisms, settings, schema],
  ),
  layer(
    'guest-serves-its-groups',
    '^functions/guest[.]ts$',
    ...['^functions/(catalog/routes|web/site/(page-)?routes|social-accounts/avatar-routes|edge/guest-edge)[.]ts$'],
    '^functions/campaigns/tracking-links/redirect-routes[.]ts$',
    '^functions/(factories/reports/report|web/site/report-page)-routes[.]ts$',
    ...['^functions/(edge-function|http/request-context)[.]ts$', mechanisms, settings, schema],
  ),
  layer(
    'auth-serves-its-groups',
    '^functions/auth[.]ts$',
    '^functions/identity/account/(auth|session)-routes[.]ts$',
    '^functions/web/sign-in/routes[.]ts$',
    ...['^functions/(edge-function|http/request-context)[.]ts$', mechanisms, settings, schema],
  ),
  layer(
    'api-serves-its-groups',
    '^functions/api[.]ts$',
    '^functions/(?!catalog/|web/).+/routes[.]ts$|^functions/web/(cabinet/|site/(keys|connection|deletion)-)routes[.]ts$',
    '^functions/(social-accounts/platform-events|catalog/page)-routes[.]ts$',
    ...['^functions/(edge-function|http/request-context|http/page-call)[.]ts$', mechanisms, settings, schema],
  ),
  layer('jobs-consume', '^functions/jobs[.]ts$', '^functions/consume-jobs[.]ts$', mechanisms),
];

/** Modules that only some files may import, with these files. */
const ports: Readonly<Record<string, readonly [what: string, importers: string]>> = {
  'only-the-wallet-posts-to-the-ledger': ['^db/wallet/', '^(functions|db)/wallet/'],
  'only-auth-hashes-passwords': [
    '^functions/identity/account/password[.]ts$',
    '^functions/identity/account/auth[.]ts$',
  ],
  'only-these-send-mail': ['^functions/platform/mail[.]ts$', '^functions/(identity/account|notifications/outbox)/'],
  'only-webhooks-look-up-hosts': ['^functions/platform/resolver[.]ts$', '^functions/notifications/webhooks/'],
  'only-social-accounts-call-platforms': [
    '^functions/platform/social/',
    '^functions/(platform/social|social-accounts)/',
  ],
  'only-uploads-are-scanned': ['^functions/platform/virus-scanner[.]ts$', '^functions/uploads/'],
  'only-these-store-files': [
    '^functions/platform/object-store[.]ts$',
    '^functions/(uploads|social-accounts|platform)/',
  ],
};

const packages = packageImporters({ mechanisms, capability, routes });

const deployed = '^(schema|db|functions)/';
const pathOf = (name: string) => (name === 'crypto' ? '^(node:)?crypto$' : `^node_modules/${name}(/|$)`);

const reserve = (name: string, what: string, importers: string): IForbiddenRuleType => ({
  name,
  comment: `Only ${importers} may import it.`,
  severity: 'error',
  from: { path: deployed, pathNot: [importers] },
  to: { path: what },
});

const reservations: readonly IForbiddenRuleType[] = [
  ...Object.entries(ports).map(([name, [what, importers]]) => reserve(name, what, importers)),
  ...Object.entries(packages).map(([name, importers]) => reserve(`package-${name}`, pathOf(name), importers)),
  {
    name: 'packages-are-listed',
    comment: 'Add the package to scripts/lint/package-importers.ts, with the files that need it.',
    severity: 'error',
    from: { path: deployed },
    to: { path: notOurs, pathNot: Object.keys(packages).map(pathOf) },
  },
];

const graph: readonly IForbiddenRuleType[] = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports-exist', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'every-file-has-a-layer',
    severity: 'error',
    from: { path: deployed, pathNot: layers.flatMap(({ from }) => ('path' in from ? [from.path ?? []].flat() : [])) },
    to: {},
  },
  {
    name: 'scripts-need-no-test',
    severity: 'error',
    from: { path: '^scripts/' },
    to: { path: '^test/' },
  },
  {
    name: 'only-auth-holds-passwords',
    comment: 'Through other files, or by import().',
    severity: 'error',
    from: { path: '^functions/(guest|api|jobs)[.]ts$' },
    to: { path: '^functions/identity/account/(auth|password)[.]ts$|^node_modules/better-auth/', reachable: true },
  },
  {
    name: 'guest-cannot-name-private-rows',
    comment: 'Through other files, or by import().',
    severity: 'error',
    from: { path: '^functions/guest[.]ts$' },
    to: {
      path: '^db/(identity|metrics|placements|wallet)/|^db/campaigns/(?!tracking-targets[.])',
      reachable: true,
    },
  },
];

/** A separate project, and the scripts of pages. */
export const excluded = ['^test/clients/', '^functions/web/(site|cabinet)/browser/'];

const configuration: IConfiguration = {
  forbidden: [...layers, ...reservations, ...graph],
  options: {
    // TypeScript 7 has no compiler API. This parser gives imports of types too, without tsPreCompilationDeps.
    parser: 'swc',
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: [...excluded] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['workerd', 'import', 'node', 'default', 'types'],
    },
  },
};

export default configuration;
