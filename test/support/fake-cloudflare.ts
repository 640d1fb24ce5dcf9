import { readFileSync } from 'node:fs';
import type { WranglerResult } from '../../scripts/deploy/wrangler.ts';

/** The state of the fake Cloudflare account. */
export interface FakeAccount {
  /** By the name of the Worker. */
  readonly deployments: Record<string, readonly { version_id: string; percentage: number }[]>;
  readonly queues: string[];
  readonly buckets: string[];
  /** The latest rules, by bucket. */
  readonly cors: Record<string, unknown>;
  readonly lifecycle: Record<string, unknown>;
  /** By the name of the Worker. */
  readonly secrets: Record<string, Record<string, string>>;
  /** Command prefixes with the number of calls that still fail. */
  readonly failures: Record<string, number>;
  /** Each command, with the name of the Worker instead of `--config` and its file. */
  readonly calls: string[];
}

export const fakeAccount = (given: Partial<FakeAccount> = {}): FakeAccount => ({
  deployments: {},
  queues: [],
  buckets: [],
  cors: {},
  lifecycle: {},
  secrets: {},
  failures: {},
  calls: [],
  ...structuredClone(given),
});

/** Applies a wrangler command to the fake account. */
export function fakeWrangler(account: FakeAccount, args: readonly string[], input = ''): WranglerResult {
  const configAt = args.indexOf('--config');
  const { name: worker = '' }: { name?: string } =
    configAt < 0 ? {} : JSON.parse(readFileSync(args[configAt + 1] ?? '', 'utf8'));
  const words = configAt < 0 ? args : args.toSpliced(configAt, 2);
  const call = [...words, worker]
    .map((word) => (word.startsWith('/') ? '<file>' : word))
    .join(' ')
    .trim();
  account.calls.push(call);
  const failing = Object.keys(account.failures).find((begins) => call.startsWith(begins) && account.failures[begins]);
  if (failing === undefined) return act(account, words, worker, input);
  account.failures[failing] = (account.failures[failing] ?? 0) - 1;
  return failed('This failure was ordered by the test.');
}

const done = (stdout = '', records: WranglerResult['records'] = []): WranglerResult => ({
  isDone: true,
  stdout,
  text: stdout,
  records,
});
const failed = (text: string): WranglerResult => ({ isDone: false, stdout: '', text, records: [] });

function act(account: FakeAccount, words: readonly string[], worker: string, input: string): WranglerResult {
  const [first = '', second = '', third = '', fourth = ''] = words;
  switch (first === 'r2' ? `r2 ${third === 'create' ? third : `${third} ${fourth}`}` : `${first} ${second}`.trim()) {
    case 'deployments status': {
      const versions = account.deployments[worker];
      return versions ? done(JSON.stringify({ versions })) : failed(`The Worker ${worker} has no deployments.`);
    }
    case 'versions upload':
      return done('', [{ type: 'version-upload', version_id: versionOf(account, worker) }]);
    case 'versions deploy':
      account.deployments[worker] = words.filter((word) => word.includes('@')).map(shareOf);
      return done();
    case 'deploy':
      account.deployments[worker] = [{ version_id: versionOf(account, worker), percentage: 100 }];
      return done();
    case 'triggers deploy':
      return done();
    case 'queues info':
      return account.queues.includes(third) ? done() : failed(`Queue "${third}" does not exist.`);
    case 'queues create':
      account.queues.push(third);
      return done();
    case 'r2 lifecycle list':
      return account.buckets.includes(words[4] ?? '')
        ? done()
        : failed('The specified bucket does not exist. [code: 10006]');
    case 'r2 create':
      account.buckets.push(fourth);
      return done();
    case 'r2 cors set':
      account.cors[words[4] ?? ''] = rulesIn(words[6]);
      return done();
    case 'r2 lifecycle set':
      account.lifecycle[words[4] ?? ''] = rulesIn(words[6]);
      return done();
    case 'secret list': {
      const secrets = account.secrets[worker];
      if (secrets === undefined) return failed(`Worker "${worker}" not found.`);
      return done(JSON.stringify(Object.keys(secrets).map((name) => ({ name, type: 'secret_text' }))));
    }
    case 'secret bulk':
      account.secrets[worker] = merged(account.secrets[worker], JSON.parse(input));
      return done();
    default:
      return failed(`The fake has no command ${words.join(' ')}.`);
  }
}

const versionOf = ({ calls }: FakeAccount, worker: string): string => `${worker}-v${calls.length}`;

function shareOf(share: string) {
  const [version_id = '', percentage] = share.split('@');
  return { version_id, percentage: Number(percentage) };
}

const rulesIn = (file = ''): unknown => JSON.parse(readFileSync(file, 'utf8')).rules;

function merged(known: Record<string, string> = {}, given: Record<string, string | null>): Record<string, string> {
  const secrets = { ...known };
  for (const [name, text] of Object.entries(given)) {
    if (text === null) delete secrets[name];
    else secrets[name] = text;
  }
  return secrets;
}
