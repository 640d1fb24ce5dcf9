import * as z from 'zod';
import type { LocalClock } from './clock.ts';
import { type Endpoint, type EndpointMode, endpointModes } from './endpoints/endpoint.ts';
import type { Services } from './services.ts';

/** Handles the JSON of the request, and returns the JSON of the answer. */
export type Order = (body: Record<string, unknown>) => unknown;

/** A control request that the caller must correct. */
export class InvalidOrder extends Error {}

/** Reads and moves the clock, counts requests, and breaks and repairs services. */
export function serviceOrders(services: Services): Record<string, Order> {
  const { neon, upstash, mail, social, dns, scanner, database, clock } = services;
  const parts: Record<string, Endpoint | undefined> = { neon, upstash, mail, social, dns, scanner };
  const modes = Object.entries(parts).map(([name, part]): [string, Order] => [
    `POST /${name}`,
    ({ mode, containing = '' }) => part?.setMode(modeNamed(mode), String(containing)),
  ]);
  return {
    ...Object.fromEntries(modes),
    'GET /clock': () => timeOf(clock),
    'POST /clock': async (body) => {
      const { now, onMs } = wantedTime(body);
      await (now === undefined ? clock.moveOn(onMs ?? 0) : clock.move(new Date(now)));
      return timeOf(clock);
    },
    'POST /clock/hold': async ({ isHeld }) => {
      if (typeof isHeld !== 'boolean') throw new InvalidOrder('isHeld is true or false');
      await clock.hold(isHeld);
    },
    'GET /counts': () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.count])),
    'POST /reset-counts': () => {
      for (const part of Object.values(parts)) part?.resetCount();
    },
    'POST /upstash/flush': () => upstash?.flush(),
    'POST /postgres': async ({ action }) => {
      if (action === 'stop') return database?.postgres.stop();
      if (action === 'start') {
        await database?.postgres.start();
        return database?.moveClock(clock.aheadMs);
      }
      throw new InvalidOrder('action is stop or start');
    },
  };
}

const timeOf = (clock: LocalClock) => ({ now: clock.now().toISOString(), ...clock.time });

/** A time by RFC 3339, or a number of milliseconds from now. */
const timeWanted = z
  .strictObject({ now: z.iso.datetime({ offset: true }).optional(), onMs: z.number().nonnegative().optional() })
  .refine(({ now, onMs }) => (now === undefined) !== (onMs === undefined));

function wantedTime(body: unknown): z.output<typeof timeWanted> {
  const wanted = timeWanted.safeParse(body);
  if (!wanted.success) throw new InvalidOrder('Send {"now": "2027-01-31T12:00:00Z"} or {"onMs": 60000}.');
  return wanted.data;
}

function modeNamed(wanted: unknown): EndpointMode {
  const mode = endpointModes.find((known) => known === wanted);
  if (mode === undefined) throw new InvalidOrder(`mode is one of ${endpointModes.join(', ')}`);
  return mode;
}
