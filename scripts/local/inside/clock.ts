/**
 * Date, moved: everything in the isolate takes the time from it, libraries too. It must be imported before them.
 * performance.now() stays that of the machine.
 */
const MachineDate = globalThis.Date;
let aheadMs: number | null = null;

const now = (): number => MachineDate.now() + (aheadMs ?? 0);

const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
MachineDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;

/** Forward only: an order that was overtaken by a later one changes nothing. */
export function moveAhead(ms: number): void {
  aheadMs = aheadMs === null ? ms : Math.max(aheadMs, ms);
}
