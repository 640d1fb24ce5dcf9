import { describe, expect, test } from 'vitest';
import { edgeFunctions } from '../../../functions/settings/index.ts';
import { type DeployOptions, type DeploySteps, deploy } from '../../../scripts/deploy/deploy.ts';
import { type FakeAccount, fakeAccount, fakeWrangler } from '../../support/fake-cloudflare.ts';

const nameOf = (name: string) => `castline-production-${name}`;
const deployed: Partial<FakeAccount> = {
  deployments: Object.fromEntries(
    edgeFunctions.map((name) => [nameOf(name), [{ version_id: `old-${name}`, percentage: 100 }]]),
  ),
};
const options: DeployOptions = {
  environment: 'production',
  names: edgeFunctions,
  isFirst: false,
  hasMigrations: true,
  stagePercent: 10,
};

interface Run {
  readonly done: string[];
  readonly requested: Readonly<Record<string, string>>[];
  readonly ended: Promise<void>;
}

/** Deploys with a fake wrangler; `faults` are those of each smoke test in turn. */
function run(account: FakeAccount, given: Partial<DeployOptions> = {}, faults: readonly string[][] = []): Run {
  const done: string[] = [];
  const requested: Readonly<Record<string, string>>[] = [];
  const steps: DeploySteps = {
    build: () => void done.push('build'),
    migrate: () => void done.push('migrate'),
    wrangler: (args, input) => fakeWrangler(account, args, input),
    smoke: async (headers) => {
      requested.push(headers);
      done.push(`smoke after ${account.calls.length} calls`);
      return faults[requested.length - 1] ?? [];
    },
    print: () => undefined,
  };
  return { done, requested, ended: deploy({ ...options, ...given }, steps) };
}

const sharesOf = (account: FakeAccount) =>
  edgeFunctions.map((name) =>
    account.deployments[nameOf(name)]?.map(({ version_id, percentage }) => `${version_id}@${percentage}`).join(' '),
  );
const former = edgeFunctions.map((name) => `old-${name}@100`);

describe('a deployment', () => {
  test('builds, migrates, stages all functions, and sends them all traffic after the smoke test', async () => {
    const account = fakeAccount(deployed);
    const { done, ended } = run(account);
    await ended;
    const order = ['jobs', 'auth', 'api', 'guest'].map(nameOf);
    const versions = order.map((name, index) => `${name}-v${5 + index}`);
    expect(done).toEqual(['build', 'migrate', 'smoke after 12 calls', 'smoke after 20 calls']);
    expect(account.calls).toEqual([
      ...order.map((name) => `deployments status --json ${name}`),
      ...order.map((name) => `versions upload ${name}`),
      ...order.map(
        (name, index) => `versions deploy ${versions[index]}@10 ${name.replace(nameOf(''), 'old-')}@90 --yes ${name}`,
      ),
      ...order.map((name, index) => `versions deploy ${versions[index]}@100 --yes ${name}`),
      ...order.map((name) => `triggers deploy ${name}`),
    ]);
  });

  test('sends the first smoke test to the new versions, whatever share of traffic they get', async () => {
    const { requested, ended } = run(fakeAccount(deployed), { names: ['guest', 'jobs'] });
    await ended;
    expect(requested).toEqual([
      {
        'cloudflare-workers-version-overrides':
          'castline-production-jobs="castline-production-jobs-v3", castline-production-guest="castline-production-guest-v4"',
      },
      {},
    ]);
  });

  test('leaves other functions and the database unchanged when it deploys one', async () => {
    const account = fakeAccount(deployed);
    const { done, ended } = run(account, { names: ['guest'], hasMigrations: false });
    await ended;
    expect(done).not.toContain('migrate');
    expect(sharesOf(account)).toEqual(['castline-production-guest-v2@100', ...former.slice(1)]);
  });

  test('uploads beside the version with more traffic after an interrupted rollout', async () => {
    const cutOff = [
      { version_id: 'new', percentage: 10 },
      { version_id: 'old', percentage: 90 },
    ];
    const account = fakeAccount({ deployments: { [nameOf('guest')]: cutOff } });
    await expect(run(account, { names: ['guest'] }, [['broken']]).ended).rejects.toThrow('broken');
    expect(sharesOf(account)[0]).toBe('old@100');
  });

  test('adds a moved route to its new function once the former one has dropped it', async () => {
    const account = fakeAccount({ ...deployed, failures: { [`triggers deploy ${nameOf('auth')}`]: 1 } });
    await run(account).ended;
    expect(account.calls.slice(-2)).toEqual([
      `triggers deploy ${nameOf('guest')}`,
      `triggers deploy ${nameOf('auth')}`,
    ]);
  });
});

describe('a failed deployment', () => {
  test.each([
    ['the smoke test of the stage fails', {}, [['GET /: no answer']]],
    ['the smoke test of all traffic fails', {}, [[], ['GET /: no answer']]],
    ['the second function cannot be staged', { [`versions deploy ${nameOf('auth')}`]: 1 }, []],
    ['triggers cannot be deployed', { 'triggers deploy': 99 }, []],
  ] as [string, Record<string, number>, string[][]][])('returns all traffic when %s', async (_, failures, faults) => {
    const account = fakeAccount({ ...deployed, failures });
    await expect(run(account, {}, faults).ended).rejects.toThrow();
    expect(sharesOf(account)).toEqual(former);
  });

  test('returns the traffic of every function, even when one rollback fails', async () => {
    const account = fakeAccount({ ...deployed, failures: { 'versions deploy old-api@100': 1 } });
    await expect(run(account, {}, [['broken']]).ended).rejects.toThrow('broken');
    expect(sharesOf(account).filter((shares, index) => shares === former[index])).toHaveLength(3);
  });

  test('leaves traffic unchanged when an upload fails, because uploads are first', async () => {
    const account = fakeAccount({ ...deployed, failures: { [`versions upload ${nameOf('guest')}`]: 1 } });
    await expect(run(account).ended).rejects.toThrow('versions upload');
    expect(account.calls.filter((call) => call.startsWith('versions deploy'))).toEqual([]);
  });
});

describe('the first deployment', () => {
  test('is refused without --first, before any upload', async () => {
    const account = fakeAccount();
    await expect(run(account).ended).rejects.toThrow('add --first');
    expect(account.calls).toEqual([`deployments status --json ${nameOf('jobs')}`]);
  });

  test('deploys each function completely with --first, and runs the smoke test', async () => {
    const account = fakeAccount();
    const { done, ended } = run(account, { isFirst: true });
    await ended;
    expect(account.calls).toEqual(['jobs', 'auth', 'api', 'guest'].map((name) => `deploy ${nameOf(name)}`));
    expect(done.at(-1)).toBe('smoke after 4 calls');
  });
});
