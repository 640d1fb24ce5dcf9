import type { StackTime } from '../../clock.ts';

/**
 * Date, moved: everything in the isolate takes the time from it, libraries too. It must be imported before them.
 * performance.now() stays that of the machine.
 */
const MachineDate = globalThis.Date;
let time: StackTime | null = null;

const now = (): number => time?.heldAt ?? MachineDate.now() + (time?.aheadMs ?? 0);

const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
MachineDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;

/** An order that was overtaken by a later one changes nothing. */
export function setTime(ordered: StackTime): void {
  if (time === null || ordered.change >= time.change) time = ordered;
}

/** While the clock is held, what waits for a time waits for the clock to be moved. */
export const isHeld = (): boolean => (time?.heldAt ?? null) !== null;
