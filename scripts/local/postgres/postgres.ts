import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../process/free-port.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { endWithThisProcess } from '../process/watchdog.ts';
import { postgresDirectory, unprivilegedUser } from './postgres-binaries.ts';
import { type ClusterOptions, createCluster } from './postgres-cluster.ts';
import { endOrphan } from './postgres-orphan.ts';

export interface PostgresOptions extends ClusterOptions {
  /** Removed when this process ends. */
  directoryToRemove?: string;
}

export interface Postgres {
  readonly port: number;
  readonly pid: number | undefined;
  /** What it has logged since its start, or since somebody emptied the file. */
  readonly logFile: string;
  urlOf(database: string): string;
  stop(): Promise<void>;
  /** Starts again on the same data and port. */
  start(): Promise<void>;
}

/** A real Postgres 18 on loopback, from the binaries in node_modules. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const runAs = unprivilegedUser();
  const native = postgresDirectory(runAs);
  const { dataDir, throwaway = false } = options;
  await endOrphan(dataDir);
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) createCluster(native, runAs, options);
  const port = await freePort();
  const logFile = path.join(path.dirname(dataDir), 'postgres.log');
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    rmSync(logFile, { force: true });
    const log = openSync(logFile, 'a');
    // Detached, so that Ctrl-C reaches only this process, which stops Postgres after the edge functions.
    const started = spawn(path.join(native, 'bin/postgres'), serverArguments(dataDir, port, throwaway), {
      ...runAs,
      cwd: '/',
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    endWithThisProcess(started, 'INT', options.directoryToRemove);
    child = started;
    await untilReady(started, dataDir, logFile);
    started.once('exit', (code, signal) => {
      if (child === started)
        console.error(
          `Postgres has ended (${signal ?? code}). Until it runs again, requests that need it return 503. Its log is ${logFile}.`,
        );
    });
  }

  async function stop(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGINT');
    const killTimer = setTimeout(() => running.kill('SIGQUIT'), 10_000);
    await ended;
    clearTimeout(killTimer);
  }

  await start();
  return {
    port,
    logFile,
    get pid() {
      return child?.pid;
    },
    urlOf: (database) => `postgres://postgres:${options.password}@127.0.0.1:${port}/${database}`,
    start,
    stop,
  };
}

/** For speed: nothing is kept after a crash, and a start has few processes and little memory to map. */
const ofThrowaway = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ io_method: 'sync', max_logical_replication_workers: '0', shared_buffers: '64MB' },
  // No old segments in the template.
  ...{ wal_recycle: 'off', wal_init_zero: 'off' },
  // Tests run each statement only a few times: planning it for each run took a quarter of the CPU of Postgres.
  plan_cache_mode: 'force_generic_plan',
  // Statistics and places of rows change only when a test wants it, not in the minute after a change.
  autovacuum: 'off',
};

function serverArguments(dataDir: string, port: number, throwaway: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC', // as on Neon; initdb would use the machine's
    shared_buffers: '256MB',
    // The passwords are random and long; more rounds would only slow each connection down.
    scram_iterations: '1',
    ...(throwaway ? ofThrowaway : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDir, '-p', String(port), ...flags];
}

async function untilReady(child: ChildProcess, dataDir: string, logFile: string): Promise<void> {
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  for (;;) {
    if (failed || child.exitCode !== null || child.signalCode !== null) {
      const lastLine = readFileSync(logFile, 'utf8').trim().split('\n').at(-1);
      throw new SetupProblem(`Postgres did not start on ${dataDir}: ${lastLine} (the full log is ${logFile})`);
    }
    if (isReady(dataDir, child.pid)) return;
    await sleep(15);
  }
}

// The eighth line of postmaster.pid states the status of the server.
function isReady(dataDir: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
