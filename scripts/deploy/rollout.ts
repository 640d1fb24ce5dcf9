import type { EdgeFunction } from '../../functions/settings/index.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { configFile, deployedName, type Environment } from './configs.ts';
import { mustRun, type Wrangler } from './wrangler.ts';

/**
 * Consumers before producers: `jobs` understands a message before `auth` and `api` send it. `guest` is last, because it only reads
 * what the others write.
 */
const rolloutOrder: readonly EdgeFunction[] = ['jobs', 'auth', 'api', 'guest'];

/** An uploaded version of one edge function, and the version that served the most traffic before it. */
export interface Release {
  readonly name: EdgeFunction;
  readonly version: string;
  readonly former: string;
}

interface RolloutOptions {
  readonly environment: Environment;
  readonly names: readonly EdgeFunction[];
  /** The share of traffic for the new versions until the first smoke test has passed. */
  readonly stagePercent: number;
  readonly wrangler: Wrangler;
  /** The faults of the deployed service; `headers` select the versions that answer. */
  readonly smoke: (headers: Readonly<Record<string, string>>) => Promise<readonly string[]>;
  readonly print: (line: string) => void;
}

/**
 * Uploads all versions, gives them a share of the traffic, then all of it. A failure returns the traffic to the former
 * versions.
 */
export async function rollOut(options: RolloutOptions): Promise<readonly Release[]> {
  const { environment, wrangler, print, stagePercent } = options;
  const names = rolloutOrder.filter((name) => options.names.includes(name));
  const formers = names.map((name) => ({ name, former: formerVersion(environment, name, wrangler) }));
  const releases = formers.map((one) => ({ ...one, version: upload(environment, one.name, wrangler) }));
  for (const release of releases) print(`${release.name}: uploaded version ${release.version}`);
  try {
    for (const release of releases) {
      const rest = 100 - stagePercent;
      deployVersions(
        environment,
        release.name,
        [`${release.version}@${stagePercent}`, `${release.former}@${rest}`],
        wrangler,
      );
      print(`${release.name}: the new version gets ${stagePercent} % of the traffic`);
    }
    await passSmoke(options, overridesOf(environment, releases));
    for (const release of releases) {
      deployVersions(environment, release.name, [`${release.version}@100`], wrangler);
      print(`${release.name}: the new version gets all traffic`);
    }
    deployTriggers(environment, names, wrangler);
    await passSmoke(options, {});
  } catch (error) {
    rollBack(options, releases);
    throw error;
  }
  return releases;
}

/** The first deployment of the functions: no former version exists to share the traffic with. */
export async function deployFirst(options: RolloutOptions): Promise<void> {
  const { environment, wrangler, print } = options;
  for (const name of rolloutOrder.filter((one) => options.names.includes(one))) {
    mustRun(wrangler, ['deploy', '--config', configFile(environment, name)]);
    print(`${name}: deployed for the first time`);
  }
  await passSmoke(options, {});
}

async function passSmoke({ smoke, print }: RolloutOptions, headers: Readonly<Record<string, string>>): Promise<void> {
  const faults = await smoke(headers);
  if (faults.length > 0) throw new SetupProblem(`The smoke test failed:\n${faults.join('\n')}`);
  print('The smoke test passed.');
}

/** Cloudflare sends a request with this header to the named versions, if they get a share of the traffic. */
const overridesOf = (environment: Environment, releases: readonly Release[]): Record<string, string> => ({
  'cloudflare-workers-version-overrides': releases
    .map(({ name, version }) => `${deployedName(environment, name)}="${version}"`)
    .join(', '),
});

/** An interrupted rollout leaves two versions: the one with more traffic is the former version. */
function formerVersion(environment: Environment, name: EdgeFunction, wrangler: Wrangler): string {
  const { isDone, stdout, text } = wrangler([
    'deployments',
    'status',
    '--json',
    '--config',
    configFile(environment, name),
  ]);
  if (!isDone)
    throw new SetupProblem(
      `The deployments of ${name} cannot be read. If this is the first deployment, add --first.\n${text}`,
    );
  const { versions = [] }: { versions?: { version_id: string; percentage: number }[] } = JSON.parse(stdout);
  const [former] = versions.toSorted((one, other) => other.percentage - one.percentage);
  if (former === undefined) throw new SetupProblem(`${name} has no deployed version. Please add --first.`);
  return former.version_id;
}

function upload(environment: Environment, name: EdgeFunction, wrangler: Wrangler): string {
  const { records } = mustRun(wrangler, ['versions', 'upload', '--config', configFile(environment, name)]);
  const version = records.find(({ type }) => type === 'version-upload')?.version_id;
  if (typeof version !== 'string') throw new SetupProblem(`wrangler returned no version id for ${name}.`);
  return version;
}

const deployVersions = (
  environment: Environment,
  name: EdgeFunction,
  shares: readonly string[],
  wrangler: Wrangler,
): void =>
  void mustRun(wrangler, ['versions', 'deploy', ...shares, '--yes', '--config', configFile(environment, name)]);

/**
 * Routes, cron triggers and queue consumers belong to no version. Cloudflare refuses a route that another function
 * still has: after a group has moved, the former function drops its route in the first pass, and the new one gets it in
 * the second.
 */
function deployTriggers(environment: Environment, names: readonly EdgeFunction[], wrangler: Wrangler): void {
  const argsOf = (name: EdgeFunction) => ['triggers', 'deploy', '--config', configFile(environment, name)];
  const refused = names.filter((name) => !wrangler(argsOf(name)).isDone);
  for (const name of refused) mustRun(wrangler, argsOf(name));
}

/** Returns all traffic to the former versions. It tries every function, even when one fails. */
function rollBack({ environment, wrangler, print }: RolloutOptions, releases: readonly Release[]): void {
  for (const { name, former } of releases.toReversed()) {
    try {
      deployVersions(environment, name, [`${former}@100`], wrangler);
      print(`${name}: all traffic is back at version ${former}`);
    } catch (error) {
      print(`${name}: NOT rolled back to ${former}. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  print('Routes, cron triggers and queue consumers were not rolled back. If they differ, deploy the previous commit.');
}
