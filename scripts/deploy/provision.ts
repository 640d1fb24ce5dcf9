import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EdgeFunction, edgeFunctions } from '../../functions/settings/index.ts';
import { runAsCommand } from '../local/process/command.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { environmentFrom, parsed } from './command-line.ts';
import { committedVars, configFile, type Environment } from './configs.ts';
import { baseUrlOf } from './deploy.ts';
import { type BucketPlan, resourcesOf } from './resources.ts';
import { checkSecrets, type FunctionSecrets, secretsByFunction } from './secrets.ts';
import { mustRun, type Wrangler, wranglerOf } from './wrangler.ts';

export interface ProvisionOptions {
  readonly environment: Environment;
  readonly baseUrl: string;
  /** The plain settings of each edge function. */
  readonly vars: Readonly<Record<EdgeFunction, Readonly<Record<string, string>>>>;
  /** The file with the secrets; without it no secret changes. */
  readonly secretsFile?: string | undefined;
  /** Only reads, and prints the changes. */
  readonly isDryRun: boolean;
}

/** Creates missing queues and buckets, sets their rules and the secrets, and returns a line for each change. */
export function provision(options: ProvisionOptions, wrangler: Wrangler): readonly string[] {
  const { environment, baseUrl, secretsFile, isDryRun } = options;
  const changes: string[] = [];
  const change = (line: string, args: readonly string[], input?: string) => {
    changes.push(line);
    if (!isDryRun) mustRun(wrangler, args, input);
  };
  // Secrets first, so that a mistake in the file is found before any change.
  const secrets = secretsFile === undefined ? [] : plannedSecrets(options, secretsFile, wrangler);
  const { queues, buckets } = resourcesOf(environment, baseUrl);
  for (const queue of queues)
    if (!exists(wrangler, ['queues', 'info', queue])) change(`created the queue ${queue}`, ['queues', 'create', queue]);
  for (const bucket of buckets) provisionBucket(bucket, wrangler, change);
  for (const { name, given } of secrets) {
    const words = Object.entries(given).map(([secret, text]) => (text === null ? `${secret} (deleted)` : secret));
    if (words.length === 0) continue;
    const args = ['secret', 'bulk', '--config', configFile(environment, name)];
    change(`${name}: set ${words.join(', ')}`, args, JSON.stringify(given));
  }
  return changes;
}

type Change = (line: string, args: readonly string[]) => void;

/**
 * wrangler prints the rules of a bucket only as a table for people, so this sets them each time, with the same result.
 * A bucket exists if its rules can be listed; `r2 bucket info` would also need the right to read metrics.
 */
function provisionBucket({ name, cors, lifecycle }: BucketPlan, wrangler: Wrangler, change: Change): void {
  const bucket = ['r2', 'bucket'];
  if (!exists(wrangler, [...bucket, 'lifecycle', 'list', name]))
    change(`created the bucket ${name}`, [...bucket, 'create', name]);
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-provision-'));
  const fileOf = (rules: readonly object[], kind: string) => {
    const file = path.join(directory, `${kind}.json`);
    writeFileSync(file, JSON.stringify({ rules }));
    return ['--file', file, '--force'];
  };
  try {
    if (cors.length > 0)
      change(`set the CORS rules of ${name}`, [...bucket, 'cors', 'set', name, ...fileOf(cors, 'cors')]);
    change(`set the lifecycle rules of ${name}`, [
      ...bucket,
      'lifecycle',
      'set',
      name,
      ...fileOf(lifecycle, 'lifecycle'),
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Whether it exists on Cloudflare. Another failure, such as a missing permission, does not count as its absence. */
function exists(wrangler: Wrangler, args: readonly string[]): boolean {
  const { isDone, text } = wrangler(args);
  if (isDone) return true;
  if (/does not exist|not found/i.test(text)) return false;
  throw new SetupProblem(`wrangler ${args.join(' ')} failed:\n${text}`);
}

function plannedSecrets(
  { environment, vars }: ProvisionOptions,
  file: string,
  wrangler: Wrangler,
): readonly { readonly name: EdgeFunction; readonly given: FunctionSecrets }[] {
  const byFunction = secretsByFunction(file);
  return edgeFunctions.map((name) => {
    const given = byFunction[name];
    checkSecrets(name, vars[name], given, knownSecrets(environment, name, wrangler));
    return { name, given };
  });
}

/** The names of the secrets of a function on Cloudflare; empty before its first provisioning. */
function knownSecrets(environment: Environment, name: EdgeFunction, wrangler: Wrangler): readonly string[] {
  const args = ['secret', 'list', '--config', configFile(environment, name)];
  if (!exists(wrangler, args)) return [];
  const listed: { name: string }[] = JSON.parse(mustRun(wrangler, args).stdout);
  return listed.map((secret) => secret.name);
}

/** `npm run provision -- --env production [--secrets secrets.json] [--dry-run]` */
await runAsCommand(import.meta.url, async () => {
  const given = parsed(() =>
    parseArgs({
      options: { env: { type: 'string' }, secrets: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    }),
  );
  const environment = environmentFrom(given.env);
  const options = {
    environment,
    baseUrl: baseUrlOf(environment),
    secretsFile: given.secrets,
    isDryRun: given['dry-run'],
  };
  const varsOf = (name: EdgeFunction) => committedVars(environment, name);
  const vars = { guest: varsOf('guest'), auth: varsOf('auth'), api: varsOf('api'), jobs: varsOf('jobs') };
  const changes = provision({ ...options, vars }, wranglerOf());
  for (const line of changes) console.log(options.isDryRun ? `would have ${line}` : line);
});
