import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupProblem } from './process/setup-problem.ts';

const names = [
  'ownerPassword',
  'guestPassword',
  'authPassword',
  'servicePassword',
  'jobsPassword',
  'authSecret',
  'sealingSecret',
  'linkSecret',
  'redisToken',
  'mailToken',
  'youtubeKey',
  'socialSecret',
  'scannerToken',
] as const;
export type LocalSecrets = Record<(typeof names)[number], string>;

/** The first file in a data directory. */
export const secretsFile = 'secrets.json';

/** The random passwords and tokens of this data directory, created once. */
export function localSecrets(dataDir: string): LocalSecrets {
  const file = path.join(dataDir, secretsFile);
  const known = read(file);
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]));
  if (names.some((name) => known[name] === undefined)) {
    write(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return complete(secrets);
}

function read(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new SetupProblem(
      `${file} cannot be read (${codeOf(error)}): it belongs to another user, who started Castline there first.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupProblem(
      `${file} is not JSON. Restore it, or delete the directory ${path.dirname(file)} to start again.`,
    );
  }
}

function write(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    throw new SetupProblem(
      `${file} cannot be written (${codeOf(error)}): choose another directory with DATA_DIR, for example DATA_DIR=$HOME/castline.`,
    );
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}

/** Safe: built from `names` just above. */
function complete(secrets: Record<string, string>): LocalSecrets {
  return secrets as LocalSecrets;
}
