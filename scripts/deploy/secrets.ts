import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type EdgeFunction, edgeFunctions, readSettings, settingNamesOf } from '../../functions/settings/index.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { functionResources } from './functions.ts';

/** The secret settings. The others are vars of wrangler.toml. */
export const secretNames = [
  'DATABASE_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'SEALING_SECRET',
  'SEALING_SECRET_PREVIOUS',
  'LINK_SECRET',
  'LINK_SECRET_PREVIOUS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MAIL_TOKEN',
  'VIRUS_SCAN_TOKEN',
  'YOUTUBE_API_KEY',
  'X_BEARER_TOKEN',
  'YOUTUBE_CLIENT_SECRET',
  'TIKTOK_CLIENT_SECRET',
  'TIKTOK_SAVES_KEY',
  'INSTAGRAM_CLIENT_SECRET',
  'X_CLIENT_SECRET',
  'TWITCH_CLIENT_SECRET',
  'KICK_CLIENT_SECRET',
  'INSTAGRAM_WEBHOOK_VERIFY_TOKEN',
  'TWITCH_WEBHOOK_SECRET',
] as const;

/** The secrets of one edge function: texts to set, and null for a secret to delete. */
export type FunctionSecrets = Readonly<Record<string, string | null>>;

const value = z.union([z.string().min(1), z.null()]);
const perFunction = z.partialRecord(z.enum(edgeFunctions), value);
const secretsFile = z.partialRecord(z.enum(secretNames), z.union([value, perFunction]));

/** The part of the file that each edge function holds: a text is for all functions that hold the secret, an object names them. */
export function secretsByFunction(file: string): Readonly<Record<EdgeFunction, FunctionSecrets>> {
  const given = parsedFile(file);
  const ofFunction = (name: EdgeFunction): FunctionSecrets => {
    const held = new Set(settingNamesOf(name));
    const entries = Object.entries(given).flatMap(([secret, one]): [string, string | null][] => {
      const own = typeof one === 'object' && one !== null ? one[name] : one;
      if (own === undefined) return [];
      if (held.has(secret)) return [[secret, own]];
      if (own === one) return [];
      throw new SetupProblem(`${file}: ${name} does not use ${secret}. Remove it there.`);
    });
    return Object.fromEntries(entries);
  };
  return {
    guest: ofFunction('guest'),
    auth: ofFunction('auth'),
    api: ofFunction('api'),
    jobs: ofFunction('jobs'),
  };
}

function parsedFile(file: string): z.output<typeof secretsFile> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The message of JSON.parse quotes the text, which contains the secrets.
    throw new SetupProblem(
      `${file} cannot be read as JSON${error instanceof SyntaxError ? '' : `: ${String(error)}`}.`,
    );
  }
  const read = secretsFile.safeParse(json);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: not a secret (docs/deploy.md lists them)`
      : `${issue.path.join('.')}: ${issue.code === 'invalid_key' ? 'not a secret (docs/deploy.md lists them)' : 'must be a text, null, or an object by function'}`,
  );
  throw new SetupProblem(`${file}: ${faults.join('; ')}.`);
}

/**
 * Refuses secrets with which an edge function would not start, or that name another's database role. `known` are the secrets that
 * Cloudflare has already, whose values nobody can read.
 */
export function checkSecrets(
  name: EdgeFunction,
  vars: Readonly<Record<string, string>>,
  given: FunctionSecrets,
  known: readonly string[],
): void {
  const { databaseRole } = functionResources[name];
  const standIn = (secret: string) =>
    secret === 'DATABASE_URL'
      ? `postgres://${databaseRole}@known.invalid/castline`
      : `known-to-cloudflare-${secret}-${'x'.repeat(32)}`;
  const held = new Set(settingNamesOf(name));
  const all = {
    ...vars,
    ...Object.fromEntries(known.filter((secret) => held.has(secret)).map((secret) => [secret, standIn(secret)])),
    ...given,
  };
  const present = Object.fromEntries(Object.entries(all).filter(([, text]) => text !== null));
  try {
    const { DATABASE_URL } = readSettings(name, present);
    const { username } = new URL(DATABASE_URL);
    if (username !== databaseRole)
      throw new Error(`DATABASE_URL names the role "${username}" instead of ${databaseRole}.`);
  } catch (error) {
    throw new SetupProblem(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
