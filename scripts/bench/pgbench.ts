import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sent } from './load.ts';
import type { Rendered } from './neon-request.ts';

/** The pgbench of the machine: the Postgres of this project comes without it. Undefined when none is installed. */
export const pgbenchVersion = (): string | undefined =>
  /\d+\.\d+/.exec(spawnSync('pgbench', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0];

/** Sends the statements in random order, one at a time on each connection, parsed and planned again each time. */
export async function runPgbench(databaseUrl: string, statements: readonly Rendered[], seconds: number): Promise<Sent> {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-pgbench-'));
  try {
    const files = statements.map((statement, n) => {
      const file = path.join(directory, `${n}.sql`);
      writeFileSync(file, `${withLiterals(statement)};\n`);
      return ['-f', file];
    });
    const flags = ['-n', '-M', 'extended', '-c', '16', '-j', '1', '-T', String(Math.ceil(seconds))];
    return sentIn(await outputOf([...flags, ...files.flat(), databaseUrl]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** pgbench has no parameters from outside. */
const withLiterals = ({ query, params }: Rendered): string =>
  query.replace(/\$(\d+)/g, (_, n: string) => literal(params[Number(n) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, problem] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      problem += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`pgbench: ${problem}`))));
  });
}

function sentIn(output: string): Sent {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1]);
  return {
    requests: number(/actually processed: (\d+)/),
    perSecond: number(/tps = ([\d.]+)/),
    // pgbench gives only the mean.
    medianMs: number(/latency average = ([\d.]+)/),
  };
}
