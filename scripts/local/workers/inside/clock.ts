import type { StackTime } from '../../clock.ts';

/**
 * Replaces Date, so that everything in the isolate, including libraries, uses the stack's time. Import it before all
 * others. performance.now() keeps the time of the machine.
 */
const MachineDate = globalThis.Date;
let time: StackTime | null = null;

const now = (): number => time?.heldAt ?? MachineDate.now() + (time?.aheadMs ?? 0);

const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
MachineDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;

/** Ignores a time that is older than the current one. */
export function setTime(next: StackTime): void {
  if (time === null || next.change >= time.change) time = next;
}

/** While the clock is held, timers wait for moves of the clock. */
export const isHeld = (): boolean => (time?.heldAt ?? null) !== null;
