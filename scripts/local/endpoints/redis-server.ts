import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Stoppable } from '../process/running.ts';
import { endWithThisProcess } from '../process/watchdog.ts';

export interface RedisServer extends Stoppable {
  /** A socket that only this user can open: a port would be open to every user of the machine. */
  readonly socket: string;
  readonly pid: number | undefined;
}

/** The machine's redis-server, without persistence; undefined when none is installed. */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  if (!isInstalled()) return undefined;
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-redis-'));
  const socket = path.join(directory, 'redis.sock');
  const settings = { port: '0', unixsocket: socket, unixsocketperm: '700', save: '', appendonly: 'no', dir: directory };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // Detached, so that Ctrl-C reaches only this process, which stops it after the edge functions.
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  endWithThisProcess(child, 'KILL', directory);
  const ended = once(child, 'exit');
  const isReady = new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line.includes('eady to accept connections') && resolve(true));
  });
  if (!(await Promise.race([isReady, ended.then(() => false)]))) {
    rmSync(directory, { recursive: true, force: true });
    console.error('redis-server did not start. The stack uses the Redis in JavaScript instead.');
    return undefined;
  }
  return {
    socket,
    pid: child.pid,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

let isThere: boolean | undefined;

function isInstalled(): boolean {
  isThere ??= process.platform !== 'win32' && spawnSync('redis-server', ['--version']).status === 0;
  return isThere;
}
