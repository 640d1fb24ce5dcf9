import * as z from 'zod';
import type { LocalClock } from './clock.ts';
import { type Endpoint, type EndpointMode, endpointModes } from './endpoints/endpoint.ts';
import type { Services } from './services.ts';

/** Handles the JSON of a request, and returns the JSON of the response. */
export type Command = (body: Record<string, unknown>) => unknown;

/** A control request that the caller must correct. */
export class InvalidCommand extends Error {}

/** Reads and moves the clock, counts requests, and breaks and repairs services. */
export function serviceCommands(services: Services): Record<string, Command> {
  const { neon, upstash, mail, social, dns, scanner, database, clock, waves } = services;
  const parts: Record<string, Endpoint | undefined> = { neon, upstash, mail, social, dns, scanner };
  const modes = Object.entries(parts).map(([name, part]): [string, Command] => [
    `POST /${name}`,
    ({ mode, containing = '' }) => part?.setMode(modeNamed(mode), String(containing)),
  ]);
  return {
    ...Object.fromEntries(modes),
    'GET /clock': () => timeOf(clock),
    'POST /clock': async (body) => {
      const { now, onMs } = timeOfBody(body);
      await (now === undefined ? clock.moveOn(onMs ?? 0) : clock.move(new Date(now)));
      return timeOf(clock);
    },
    'POST /clock/hold': async ({ isHeld }) => {
      if (typeof isHeld !== 'boolean') throw new InvalidCommand('isHeld must be true or false');
      await clock.hold(isHeld);
    },
    'GET /counts': () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.count])),
    'POST /reset-counts': () => {
      for (const part of Object.values(parts)) part?.resetCount();
    },
    'POST /waves/begin': () => waves.begin(quietMs),
    'POST /waves/arrive': () => waves.arrive(),
    'POST /waves/end': () => {
      const { count } = waves;
      waves.end();
      return { count };
    },
    'POST /upstash/flush': () => upstash?.flush(),
    'POST /postgres': async ({ action }) => {
      if (action === 'stop') return database?.postgres.stop();
      if (action === 'start') {
        await database?.postgres.start();
        return database?.moveClock(clock.aheadMs);
      }
      throw new InvalidCommand('action must be stop or start');
    },
  };
}

// Longer than an edge function takes to send requests that do not wait for each other.
const quietMs = 150;

const timeOf = (clock: LocalClock) => ({ now: clock.now().toISOString(), ...clock.time });

/** A time by RFC 3339, or a number of milliseconds from now. */
const timeBody = z
  .strictObject({ now: z.iso.datetime({ offset: true }).optional(), onMs: z.number().nonnegative().optional() })
  .refine(({ now, onMs }) => (now === undefined) !== (onMs === undefined));

function timeOfBody(body: unknown): z.output<typeof timeBody> {
  const parsed = timeBody.safeParse(body);
  if (!parsed.success) throw new InvalidCommand('Send {"now": "2027-01-31T12:00:00Z"} or {"onMs": 60000}.');
  return parsed.data;
}

function modeNamed(name: unknown): EndpointMode {
  const mode = endpointModes.find((mode) => mode === name);
  if (mode === undefined) throw new InvalidCommand(`mode must be one of ${endpointModes.join(', ')}`);
  return mode;
}
