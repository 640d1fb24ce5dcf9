import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../support/contract/people.ts';
import { type Market, marketOf } from '../support/market.ts';
import { anOrder, anySequence } from '../support/model/commands.ts';
import { aFundedOrder, aLane } from '../support/model/lane.ts';
import { Real } from '../support/model/real.ts';
import { type Jobs, jobsOf } from '../support/model/time.ts';
import { fees } from '../support/model/work.ts';
import { type OwnStack, startStack } from '../support/stack.ts';

// A failure prints its seed and path; MODEL_SEED and MODEL_PATH repeat it alone, MODEL_SHRINK=1 makes it small.
const { MODEL_SEED, MODEL_PATH, MODEL_RUNS = '200', MODEL_SHRINK } = process.env;
const seed = MODEL_SEED === undefined ? Date.now() % 2 ** 31 : Number(MODEL_SEED);
const lanes = MODEL_PATH === undefined ? 4 : 1;
const sequences = Number(MODEL_RUNS);

let stack: OwnStack;
let market: Market;
let jobs: Jobs;
beforeAll(async () => {
  const vars = {
    BRAND_FEE_BPS: `${fees.brandBps}`,
    CREATOR_FEE_BPS: `${fees.creatorBps}`,
    RATE_LIMIT_SCALE: '1000000',
  };
  stack = await startStack({ vars });
  market = marketOf(stack);
  jobs = jobsOf(stack);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

const reached = new Map<string, number>();
/** What two hundred sequences do not miss: each state, each move that is granted, and time that runs out. */
const everything = [
  ...['PENDING accept ACCEPTED', 'PENDING decline DECLINED', 'PENDING cancel CANCELLED', 'EXPIRED'],
  ...[
    'ACCEPTED deliver ACCEPTED',
    'ACCEPTED submit SUBMITTED',
    'ACCEPTED cancel ACCEPTED',
    'ACCEPTED cancel CANCELLED',
  ],
  ...[
    'ACCEPTED change-proposals ACCEPTED',
    'ACCEPTED decide ACCEPTED',
    'ACCEPTED decide CANCELLED',
    'ACCEPTED issues DISPUTED',
  ],
  ...['SUBMITTED approve APPROVED', 'SUBMITTED request-changes CHANGES_REQUESTED', 'SUBMITTED issues DISPUTED'],
  ...['CHANGES_REQUESTED submit SUBMITTED', 'CHANGES_REQUESTED cancel CANCELLED', 'CHANGES_REQUESTED issues DISPUTED'],
  ...['DISPUTED resolve APPROVED', 'DISPUTED resolve CANCELLED', 'DISPUTED resolve RESOLVED'],
  ...['acceptance', 'approval', 'deadline, long ago', 'deadline, soon', 'deadline, now'],
];

/** One after another, so that a lane can be repeated; lanes run at the same time. */
async function runLane(index: number): Promise<void> {
  const { id, twin } = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
  const lane = await aLane(market, stack.baseUrl, { id, api: twin });
  const sequence = fc.asyncProperty(anOrder, anySequence, async (items, commands) => {
    const { real, works } = await Real.open(lane, jobs, () => aFundedOrder(lane, items));
    await fc.asyncModelRun(() => ({ model: { works, reached }, real }), commands);
    await real.compareHistory(works);
    await jobs.moveOverdue(works, 1);
  });
  await fc.assert(sequence, {
    seed: seed + index,
    numRuns: Math.ceil(sequences / lanes),
    endOnFailure: MODEL_SHRINK === undefined,
    ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
  });
}

test(
  'whatever is asked in whatever order, the money, the states and the history are those of the model',
  async () => {
    await Promise.all(Array.from({ length: lanes }, (_, index) => runLane(index)));
    await market.expectSoundLedger();
    if (sequences >= 200) expect(everything.filter((name) => !reached.has(name))).toEqual([]);
  },
  20 * 60_000,
);
