import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routePrefixes, type Server, serverOf, servers } from '../../../functions/groups.ts';
import { authRoutes } from '../../../functions/identity/account/auth-routes.ts';
import { operations } from '../../../functions/operations.ts';
import { type EdgeFunction, edgeFunctions, readSettings, settingNamesOf } from '../../../functions/settings/index.ts';
import { avatarRoutes } from '../../../functions/social-accounts/avatar-routes.ts';
import { keysRoutes } from '../../../functions/web/site/keys-routes.ts';
import { siteRoutes } from '../../../functions/web/site/routes.ts';
import { pathsOf } from '../../../schema/shared/operation.ts';
import {
  committedVars,
  configFile,
  environments,
  routesOf,
  sharedOf,
  staleConfigs,
} from '../../../scripts/deploy/configs.ts';
import { functionResources } from '../../../scripts/deploy/functions.ts';
import { secretNames } from '../../../scripts/deploy/secrets.ts';
import { completeSettings } from '../../support/complete-settings.ts';

interface Config {
  readonly workers_dev: boolean;
  readonly preview_urls: boolean;
  readonly upload_source_maps: boolean;
  readonly vars: Readonly<Record<string, string>>;
  readonly queues: {
    readonly producers: readonly { readonly binding: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
  readonly r2_buckets?: readonly { readonly binding: string }[];
  readonly assets?: object;
  readonly triggers?: object;
  readonly limits?: object;
  readonly placement?: object;
  readonly observability: { readonly logs: { readonly invocation_logs: boolean; readonly head_sampling_rate: number } };
}

const read = (environment: (typeof environments)[number], name: EdgeFunction): Config =>
  JSON.parse(readFileSync(configFile(environment, name), 'utf8'));

test('the committed configurations are those that "npm run configs" writes', () => {
  expect(staleConfigs(), 'Run "npm run configs", look at the difference, and commit the files').toEqual([]);
});

describe('the routes of a deployment', () => {
  const host = 'castline.example';
  const patterns = servers.flatMap((name) =>
    routesOf(name, `https://${host}`).map((route) => ({
      name,
      pattern: typeof route === 'string' ? route : `${route.pattern}/*`,
    })),
  );
  /** Cloudflare's rule: the most specific pattern, which is the longest one. */
  const servedBy = (path: string): Server | undefined =>
    patterns
      .filter(({ pattern }) => `${host}${path}`.startsWith(pattern.replace(/\*$/, '')))
      .toSorted((one, other) => other.pattern.length - one.pattern.length)[0]?.name;

  test('send each operation to the function that has its routes', () => {
    const wrong = operations.flatMap((operation) =>
      pathsOf(operation)
        .map((path) => path.replace(/\{\w+\}/g, '4711'))
        .filter((path) => servedBy(path) !== (operation.access === 'guest' ? 'guest' : 'api')),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ['guest', [siteRoutes, avatarRoutes]],
    ['auth', [authRoutes]],
    ['api', [keysRoutes]],
  ] as const)('send the pages and files of %s to it', (name, apps) => {
    const paths = apps.flatMap((app) => app.routes.map(({ path }) => path.replace(/:\w+(\{[^}]+\})?/g, 'x')));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => servedBy(path) !== name)).toEqual([]);
  });

  test.each(['/', '/no-such-page', '/api/v1/no-such-path', '/creators?cursor=x', '/api/v1/me?x=1'])(
    'send %s where the local router sends it',
    (path) => expect(servedBy(path)).toBe(serverOf(path)),
  );

  test('have the whole host as the custom domain of guest, and nothing for jobs', () => {
    expect(routesOf('guest', `https://${host}/`)).toContainEqual({ pattern: host, custom_domain: true });
    expect(routesOf('jobs', `https://${host}`)).toEqual([]);
    expect(patterns.map(({ pattern }) => pattern)).toHaveLength(routePrefixes.length);
    expect(new Set(patterns.map(({ pattern }) => pattern)).size).toBe(patterns.length);
  });

  test('are absent while BASE_URL is not set', () => {
    expect(servers.flatMap((name) => routesOf(name, undefined))).toEqual([]);
  });
});

describe.each(environments)('the configurations of %s', (environment) => {
  const configs = new Map(edgeFunctions.map((name) => [name, read(environment, name)]));
  const all = [...configs];
  const namesWith = (has: (config: Config) => boolean) => all.filter(([, config]) => has(config)).map(([name]) => name);

  test('have no address of their own at workers.dev, and upload source maps', () => {
    expect(namesWith((config) => config.workers_dev || config.preview_urls)).toEqual([]);
    expect(namesWith((config) => config.upload_source_maps)).toEqual([...edgeFunctions]);
  });

  test.each([
    ['guest', ['CLICKS']],
    ['auth', ['JOBS']],
    ['api', ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS', 'CLICKS']],
    ['jobs', ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS']],
  ] as const)('let %s send only to these queues', (name, bindings) => {
    expect(configs.get(name)?.queues.producers.map(({ binding }) => binding)).toEqual(bindings);
  });

  test('let only jobs consume queues and run cron triggers', () => {
    expect(namesWith(({ queues }) => queues.consumers !== undefined)).toEqual(['jobs']);
    expect(namesWith(({ triggers }) => triggers !== undefined)).toEqual(['jobs']);
    const consumed = configs.get('jobs')?.queues.consumers?.map(({ queue }) => queue) ?? [];
    const sent = sharedOf(environment).queues.producers?.map(({ queue }) => queue) ?? [];
    const dead = sharedOf(environment).queues.consumers?.flatMap(({ dead_letter_queue: queue }) => queue ?? []) ?? [];
    expect(consumed.toSorted()).toEqual([...new Set([...sent, ...dead])].toSorted());
  });

  test('bind the public pictures to guest, and the private bucket to no function', () => {
    expect(all.flatMap(([name, { r2_buckets = [] }]) => r2_buckets.map(({ binding }) => [name, binding]))).toEqual([
      ['guest', 'PICTURES'],
    ]);
    expect(namesWith(({ assets }) => assets !== undefined)).toEqual(['guest']);
  });

  test('log URLs for jobs only, and log everything except nine in ten requests of guests', () => {
    expect(namesWith(({ observability }) => observability.logs.invocation_logs)).toEqual(['jobs']);
    expect(namesWith(({ observability }) => observability.logs.head_sampling_rate < 1)).toEqual([]);
    expect(namesWith(({ vars }) => 'LOGGED_REQUESTS_PERCENT' in vars)).toEqual(['guest']);
    expect(configs.get('guest')?.vars.LOGGED_REQUESTS_PERCENT).toBe('10');
  });

  test('give api more CPU time and a place near the database', () => {
    expect(configs.get('api')).toMatchObject({ limits: { cpu_ms: 120_000 }, placement: { mode: 'smart' } });
    expect(namesWith(({ limits }) => limits !== undefined)).toEqual(['api']);
  });

  test.each(edgeFunctions)('give %s the vars that it reads and no secret, and name all required ones', (name) => {
    const vars = committedVars(environment, name);
    expect(Object.keys(vars).filter((setting) => !settingNamesOf(name).includes(setting))).toEqual([]);
    expect(Object.keys(vars).filter((setting) => secretNames.some((secret) => secret === setting))).toEqual([]);
    const toml = readFileSync(new URL('../../../wrangler.toml', import.meta.url), 'utf8');
    const section = toml.split(`[env.${environment}.vars]\n`)[1]?.split('\n[')[0] ?? '';
    const named = Object.fromEntries(
      [...section.matchAll(/^(?:# )?([A-Z0-9_]+) = "(.+)"$/gm)].map(([, one, text]) => [one, text]),
    );
    const secrets = Object.fromEntries(
      Object.entries(completeSettings).filter(([setting]) => secretNames.some((one) => one === setting)),
    );
    const isRead = ([setting]: [string, unknown]) => settingNamesOf(name).includes(setting);
    const complete = Object.fromEntries(Object.entries({ ...secrets, ...vars, ...named }).filter(isRead));
    expect(
      readSettings(name, {
        ...complete,
        S3_ENDPOINT: 'https://files.example',
        UPSTASH_REDIS_REST_URL: 'https://redis.example',
      }).APP_ENV,
    ).toBe(environment);
    for (const setting of ['BASE_URL', 'S3_ENDPOINT', 'UPSTASH_REDIS_REST_URL', 'MAIL_URL'])
      expect(named).toHaveProperty(setting);
  });
});

test('each function has its own database role', () => {
  const roles = edgeFunctions.map((name) => functionResources[name].databaseRole);
  expect(roles).toEqual(['castline_guest', 'castline_auth', 'castline_service', 'castline_jobs']);
});
