import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupProblem } from './setup-problem.ts';

const names = ['ownerPassword', 'servicePassword', 'authSecret', 'redisToken', 'mailToken'] as const;
export type LocalSecrets = Record<(typeof names)[number], string>;

/** The passwords and tokens of this data directory: random, made once. */
export function localSecrets(dataDir: string): LocalSecrets {
  const file = path.join(dataDir, 'secrets.json');
  const known = read(file);
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]));
  if (names.some((name) => known[name] === undefined)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  return complete(secrets);
}

function read(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new SetupProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupProblem(
      `${file} is not JSON: restore it, or remove the whole directory ${path.dirname(file)} to begin anew.`,
    );
  }
}

/** Safe: built from `names` just above. */
function complete(secrets: Record<string, string>): LocalSecrets {
  return secrets as LocalSecrets;
}
