import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupProblem } from './setup-problem.ts';

/**
 * A free port on loopback that neither an outgoing connection nor this process gets before its use. Processes with different PORT_LANE, from 0 to 3,
 * never get the same one: a port is free again between this search and its use.
 */
export async function freePort(): Promise<number> {
  const first = firstPort + laneOf(process.env.PORT_LANE) * portsOfLane;
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(first, first + portsOfLane);
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
  return listenOnce(0);
}

/** The ports that this process has found. */
const given = new Set<number>();

const lanes = 4;
const laneOf = (text: string | undefined): number => Number(text ?? 0) % lanes;

/** Linux gives outgoing connections the ports from here on; other systems begin later. */
const firstEphemeral = 32_768;
const firstPort = 20_000;
const portsOfLane = (firstEphemeral - firstPort) / lanes;

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
