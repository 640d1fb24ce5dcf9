import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupProblem } from './setup-problem.ts';

/**
 * A free port on loopback that neither an outgoing connection nor this process gets before its use. Processes with different PORT_RANGE, from 0 to 3,
 * never get the same one: a port is free again between this search and its use.
 */
export async function freePort(): Promise<number> {
  const first = firstPort + rangeOf(process.env.PORT_RANGE) * portsOfRange;
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(first, first + portsOfRange);
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
  return listenOnce(0);
}

/** The ports that this process has found. */
const given = new Set<number>();

const ranges = 4;
const rangeOf = (text: string | undefined): number => Number(text ?? 0) % ranges;

/** Linux gives outgoing connections the ports from here on; other systems begin later. */
const firstEphemeral = 32_768;
const firstPort = 20_000;
const portsOfRange = (firstEphemeral - firstPort) / ranges;

export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Waits until the port is free, for instance after an earlier run. */
export async function waitForPort(port: number): Promise<void> {
  for (let waited = 0; !(await isPortFree(port)); waited += 100) {
    if (waited >= 3_000) throw portTaken(port);
    await sleep(100);
  }
}

export function portTaken(port: number): SetupProblem {
  return new SetupProblem(
    `Port ${port} is in use. Stop the process that listens there, or choose another port, for example PORT=${port + 1} npm start.`,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
