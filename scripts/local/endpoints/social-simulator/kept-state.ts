import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Desk, keptGrants } from './oauth/desk.ts';
import { keptWorld, type World } from './world.ts';

const kept = z.record(z.string(), z.strictObject({ grants: keptGrants, world: keptWorld }));

/** The parts of a simulated platform that a file keeps. */
interface Place {
  readonly desk: Desk;
  readonly world: World;
}

const pauseMs = 500;

/** Restores the places from the file. `changed` writes them soon, `write` at once. */
export function keptState(file: string, places: ReadonlyMap<string, Place>) {
  let written = '';
  let timer: NodeJS.Timeout | undefined;
  if (existsSync(file)) {
    const state = kept.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const [name, { grants, world }] of Object.entries(state)) {
      places.get(name)?.desk.restore(grants);
      places.get(name)?.world.restore(world);
    }
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const state = [...places].map(([name, { desk, world }]) => [name, { grants: desk.grants(), world: world.state() }]);
    const text = JSON.stringify(Object.fromEntries(state));
    if (text === written) return;
    mkdirSync(path.dirname(file), { recursive: true });
    // A partial file would end every connection.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    written = text;
  }

  return {
    changed(): void {
      timer ??= setTimeout(write, pauseMs).unref();
    },
    write,
  };
}
