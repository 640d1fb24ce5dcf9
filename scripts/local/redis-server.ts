import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import type { Stoppable } from './running.ts';
import { endWithThisProcess } from './watchdog.ts';

export interface RedisServer extends Stoppable {
  readonly url: string;
}

/** The redis-server that is installed on this machine, on loopback, which keeps nothing when it stops; undefined where none is. */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  if (!isInstalled()) return undefined;
  const port = await freePort();
  const settings = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no', dir: '/tmp' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // Detached: Ctrl-C is for us to hear, so that it stops after the Worker.
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  endWithThisProcess(child, 'KILL');
  const ended = once(child, 'exit');
  const isReady = new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line.includes('Ready to accept connections') && resolve(true));
  });
  if (!(await Promise.race([isReady, ended.then(() => false)]))) return undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

let isThere: boolean | undefined;

function isInstalled(): boolean {
  isThere ??= process.platform !== 'win32' && spawnSync('redis-server', ['--version']).status === 0;
  return isThere;
}
