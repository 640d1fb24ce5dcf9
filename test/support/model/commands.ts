import * as fc from 'fast-check';
import { afterJobs } from './effects.ts';
import type { Item } from './lane.ts';
import type { Real } from './real.ts';
import { anyHint, anyRequest, type Hint, likelyRequest, type ModelRequest } from './requests.ts';
import { letPass, passingFor } from './time.ts';
import { isEnded, type Work } from './work.ts';

export interface Model {
  readonly assignments: readonly Work[];
  /** Counts what all sequences reached, so that a test can name what none of them did. */
  readonly reached: Map<string, number>;
}

export type Command = fc.AsyncCommand<Model, Real>;

const workAt = ({ assignments }: Model, item: number): Work => {
  const work = assignments[item % assignments.length];
  if (!work) throw new Error('an order has an item');
  return work;
};

const isOver = ({ assignments }: Model) => assignments.every(isEnded);

async function perform(model: Model, real: Real, work: Work, request: ModelRequest): Promise<void> {
  const from = work.status;
  const take = await real.request(work, request);
  take?.();
  await Promise.all([
    real.compare(model.assignments, take === null),
    take && real.compareReads(model.assignments, work, request.what === 'resolve' ? 'NOBODY' : request.by),
  ]);
  const outcome = take === null ? 'refused' : work.status;
  for (const name of [`${from} ${request.what} ${outcome}`, work.status, take === null ? 'refused' : 'granted'])
    count(model, name);
}

/** Any request by any user. After the end of all assignments only every fourth one runs. */
export const requesting = (request: ModelRequest): Command => ({
  check: (model) => !isOver(model) || request.shareBps % 4 === 0,
  run: (model, real) => perform(model, real, workAt(model, request.item), request),
  toString: () => `request(${JSON.stringify(request)})`,
});

/** An allowed step by a permitted user. */
const goingOn = (hint: Hint): Command => ({
  check: (model) => !isEnded(workAt(model, hint.item)),
  async run(model, real) {
    const work = workAt(model, hint.item);
    const request = likelyRequest(work, hint);
    if (request) await perform(model, real, work, request);
  },
  toString: () => `goOn(${JSON.stringify(hint)})`,
});

const replaying = (pick: number, how: 'same' | 'other body' | 'other action'): Command => ({
  check: () => true,
  async run(model, real) {
    if (await real.replay(pick, how)) await real.compare(model.assignments, true);
  },
  toString: () => `replay(${pick}, ${how})`,
});

export const passing = (item: number, pick: number, runs: number): Command => ({
  check: (model) => passingFor(workAt(model, item), pick) !== null,
  async run(model, real) {
    const work = workAt(model, item);
    const what = passingFor(work, pick);
    if (what === null) return;
    await letPass(real.lane, real.jobs, work, what, runs);
    count(model, what);
    await Promise.all([real.compare(model.assignments), real.compareReads(model.assignments, work, 'NOBODY')]);
  },
  toString: () => `pass(${item}, ${pick}, ${runs})`,
});

const count = ({ reached }: Model, name: string) => reached.set(name, (reached.get(name) ?? 0) + 1);

export const working = (runs: number): Command => ({
  check: () => true,
  async run(model, real) {
    await real.jobs.moveOverdue(model.assignments, runs);
    const isUntouched = !model.assignments.some(
      ({ status, isAcceptOver, isApproveOver }) =>
        (status === 'PENDING' && isAcceptOver) || (status === 'SUBMITTED' && isApproveOver),
    );
    for (const work of model.assignments) {
      afterJobs(work);
      count(model, work.status);
    }
    await real.compare(model.assignments, isUntouched);
  },
  toString: () => `work(${runs})`,
});

export const anOrder: fc.Arbitrary<readonly Item[]> = fc.array(
  fc.record({
    cents: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 500_000 })),
    quantity: fc.constantFrom<1 | 5>(1, 1, 1, 5),
  }),
  { minLength: 1, maxLength: 3, size: 'max' },
);

const item = fc.nat({ max: 2 });
const runs = fc.constantFrom(1, 1, 3);

/** At most sixty operations: half of them are allowed steps, the others can be wrong. */
export const anySequence = fc.commands(
  [
    anyHint.map(goingOn),
    anyHint.map(goingOn),
    anyHint.map(goingOn),
    anyHint.map(goingOn),
    anyRequest.map(requesting),
    anyRequest.map(requesting),
    fc
      .tuple(
        fc.nat({ max: 99 }),
        fc.constantFrom('same' as const, 'same' as const, 'other body' as const, 'other action' as const),
      )
      .map(([pick, how]) => replaying(pick, how)),
    fc.tuple(item, fc.nat({ max: 2 }), runs).map(([at, pick, times]) => passing(at, pick, times)),
    runs.map(working),
  ],
  { maxCommands: 60, size: 'max' },
);
