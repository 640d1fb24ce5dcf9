import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../support/contract/people.ts';
import { fc, fuzzSeed } from '../support/fast-check.ts';
import { type Market, marketOf } from '../support/market/market.ts';
import { anOrder, anySequence, type Command } from '../support/model/commands.ts';
import { aFundedOrder, aLane, type Item, type Lane } from '../support/model/lane.ts';
import { Real } from '../support/model/real.ts';
import { type Jobs, jobsOf } from '../support/model/time.ts';
import { everything, walks } from '../support/model/walks.ts';
import { fees } from '../support/model/work.ts';
import { depth } from '../support/stack/depth.ts';
import { type OwnStack, startStack } from '../support/stack/stack.ts';

// A failure prints its seed and path; FUZZ_SEED and MODEL_PATH repeat it alone, and MODEL_SHRINK=1 shrinks it.
const { MODEL_PATH, MODEL_SHRINK } = process.env;
const lanes = MODEL_PATH === undefined ? 4 : 1;
const sequences = depth(4, 200);

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

type Reached = Map<string, number>;

async function openLane(): Promise<Lane> {
  const { id, twin } = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
  return aLane(market, stack.baseUrl, { id, api: twin });
}

async function walk(lane: Lane, items: readonly Item[], commands: Iterable<Command>, reached: Reached): Promise<void> {
  const { real, assignments } = await Real.open(lane, jobs, () => aFundedOrder(lane, items));
  await fc.asyncModelRun(() => ({ model: { assignments, reached }, real }), commands);
  await real.compareHistory(assignments);
  await jobs.moveOverdue(assignments, 1);
}

test.skipIf(MODEL_PATH !== undefined)(
  'every allowed transition is taken once, and does what the model says',
  async () => {
    const reached: Reached = new Map();
    const lane = await openLane();
    for (const commands of walks) await walk(lane, [{ cents: 12_345, quantity: 1 }], commands, reached);
    await market.expectSoundLedger();
    expect(everything.filter((name) => !reached.has(name))).toEqual([]);
    expect(reached.get('refused')).toBeUndefined();
  },
  120_000,
);

/** Runs sequences one after the other, so that a lane can be repeated; lanes run concurrently. */
async function runLane(index: number, reached: Reached): Promise<void> {
  const lane = await openLane();
  const sequence = fc.asyncProperty(anOrder, anySequence, (items, commands) => walk(lane, items, commands, reached));
  await fc.assert(sequence, {
    seed: fuzzSeed + index,
    numRuns: Math.ceil(sequences / lanes),
    endOnFailure: MODEL_SHRINK === undefined,
    ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
  });
}

test(
  'random requests in any order leave the money, the states and the history of the model',
  async () => {
    const reached: Reached = new Map();
    await Promise.all(Array.from({ length: lanes }, (_, index) => runLane(index, reached)));
    await market.expectSoundLedger();
    // Steps are random, but the share of granted ones must not depend on chance.
    const requested = ['granted', 'refused'].map((name) => reached.get(name) ?? 0);
    if (MODEL_PATH === undefined) expect(Math.min(...requested)).toBeGreaterThan(sequences);
  },
  20 * 60_000,
);
