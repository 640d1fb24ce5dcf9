import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EdgeFunction, edgeFunctions } from '../../functions/settings/index.ts';
import { runAsCommand } from '../local/process/command.ts';
import { projectRoot } from '../local/process/project-root.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { buildBundle } from '../local/workers/bundle.ts';
import { environmentFrom, functionFrom, parsed } from './command-line.ts';
import { committedVars, configFile, type Environment, staleConfigs } from './configs.ts';
import { deployFirst, type Release, rollOut } from './rollout.ts';
import { smoke } from './smoke.ts';
import { type Wrangler, wranglerOf } from './wrangler.ts';

export interface DeployOptions {
  readonly environment: Environment;
  readonly names: readonly EdgeFunction[];
  readonly isFirst: boolean;
  readonly hasMigrations: boolean;
  readonly stagePercent: number;
}

/** The parts of a deployment that act outside the project. The tests replace them. */
export interface DeploySteps {
  build(): void;
  migrate(): void;
  readonly wrangler: Wrangler;
  smoke(headers: Readonly<Record<string, string>>): Promise<readonly string[]>;
  print(line: string): void;
}

/** Builds, migrates, and rolls out with smoke tests. A failed smoke test returns the traffic to the former versions. */
export async function deploy(options: DeployOptions, steps: DeploySteps): Promise<void> {
  const stale = staleConfigs();
  if (stale.length > 0)
    throw new SetupProblem(
      `${stale.join(', ')}: out of date. Run "npm run configs", review the difference and commit it.`,
    );
  steps.build();
  if (options.hasMigrations) steps.migrate();
  const rollout = { ...options, ...steps };
  if (options.isFirst) return deployFirst(rollout);
  const releases = await rollOut(rollout);
  steps.print(wayBack(options.environment, releases));
}

const wayBack = (environment: Environment, releases: readonly Release[]): string =>
  [
    'To go back to the former versions:',
    ...releases
      .toReversed()
      .map(
        ({ name, former }) =>
          `  npx wrangler rollback ${former} --yes --config ${path.relative(projectRoot, configFile(environment, name))}`,
      ),
  ].join('\n');

/** The base URL of the environment, which the routes and the smoke test need. */
export function baseUrlOf(environment: Environment): string {
  const { BASE_URL } = committedVars(environment, 'guest');
  if (BASE_URL !== undefined) return BASE_URL;
  throw new SetupProblem(
    `Set BASE_URL in [env.${environment}.vars] of wrangler.toml, run "npm run configs", and commit the files.`,
  );
}

/** Runs `npm run migrate` with the owner's URL only: DATABASE_URL can be that of a role that owns no tables. */
function migrate(environment: Environment): void {
  if (!process.env.MIGRATION_DATABASE_URL)
    throw new SetupProblem('Set MIGRATION_DATABASE_URL to the database of the role that owns the tables.');
  const { status } = spawnSync(process.execPath, ['--no-warnings', path.join(projectRoot, 'scripts/migrate.ts')], {
    stdio: 'inherit',
    env: { ...process.env, CREDIT_PRICE_RAW: committedVars(environment, 'api').CREDIT_PRICE_RAW ?? defaultCreditPrice },
  });
  if (status !== 0) throw new SetupProblem('The migrations failed. Nothing was deployed.');
}

/** The default of the setting CREDIT_PRICE_RAW. */
const defaultCreditPrice = '1000';

function optionsFrom(): DeployOptions & { smokeWaitSeconds: number } {
  const given = parsed(() =>
    parseArgs({
      options: {
        env: { type: 'string' },
        only: { type: 'string', multiple: true },
        first: { type: 'boolean', default: false },
        migrate: { type: 'boolean', default: false },
        stage: { type: 'string', default: '10' },
      },
    }),
  );
  const stagePercent = Number(given.stage);
  if (!Number.isInteger(stagePercent) || stagePercent < 0 || stagePercent > 99)
    throw new SetupProblem('--stage must be a percentage from 0 to 99.');
  return {
    environment: environmentFrom(given.env),
    names: given.only?.map(functionFrom) ?? edgeFunctions,
    isFirst: given.first,
    // A single function is deployed without migrations unless the caller requests them.
    hasMigrations: given.only === undefined || given.migrate,
    stagePercent,
    // A new certificate takes up to 15 minutes, a new version seconds.
    smokeWaitSeconds: given.first ? 900 : 30,
  };
}

/** `npm run deploy -- --env production [--only guest] [--migrate] [--stage 10] [--first]` */
await runAsCommand(import.meta.url, async () => {
  const { smokeWaitSeconds, ...options } = optionsFrom();
  const url = baseUrlOf(options.environment);
  await deploy(options, {
    build: buildBundle,
    migrate: () => migrate(options.environment),
    wrangler: wranglerOf(),
    smoke: (headers) => smoke({ url, headers, waitSeconds: smokeWaitSeconds }),
    print: (line) => console.log(line),
  });
});
