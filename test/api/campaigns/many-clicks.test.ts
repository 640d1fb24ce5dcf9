import { expect, test } from 'vitest';
import { clicksOf, fiveMinutes, type Visit } from '../../support/market/tracking-links.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';
import { botAgents, browserAgents } from '../../support/user-agents.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

const visits = depth(1_000, 10_000);
const atOnce = 16;

/** The sender of the nth person: each person has an address, and a few share a user agent. */
const person = (n: number): Visit => ({
  address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  userAgent: browserAgents[n % browserAgents.length] ?? null,
});

interface Sent {
  readonly visit: Visit;
  readonly isCounted: boolean;
  readonly isNew: boolean;
}

/** The nth visit. Of each ten, three are of bots, one is a HEAD request, one a prefetch, two are of known persons, and three of new ones. */
function visitOf(n: number): Sent {
  const [kind, known] = [n % 10, Math.floor(n / 10) * 3];
  const uncounted = (visit: Visit): Sent => ({ visit, isCounted: false, isNew: false });
  if (kind < 3) return uncounted({ ...person(n), userAgent: botAgents[n % botAgents.length] ?? null });
  if (kind === 3) return uncounted({ ...person(1_000_000 + n), method: 'HEAD' });
  if (kind === 4) return uncounted({ ...person(2_000_000 + n), headers: { 'sec-purpose': 'prefetch' } });
  // In the first ten the known person is the first new one, who comes a little later.
  if (kind < 7) return { visit: person((n * 7) % Math.max(known, 1)), isCounted: true, isNew: false };
  return { visit: person(known + kind - 7), isCounted: true, isNew: true };
}

test('many visits are counted exactly, and visitors within two percent, whatever happens to Redis', async () => {
  const clicks = clicksOf(own);
  const linked = await clicks.aLinkedCampaign();
  const expected = { clicks: 0, visitors: 0 };
  async function send(from: number, to: number): Promise<void> {
    for (let n = from; n < to; n += atOnce) {
      const group = Array.from({ length: Math.min(atOnce, to - n) }, (_, index) => visitOf(n + index));
      const answers = await Promise.all(group.map(({ visit }) => clicks.visit(linked.link, visit)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
      expected.clicks += group.filter(({ isCounted }) => isCounted).length;
      expected.visitors += group.filter(({ isNew }) => isNew).length;
    }
  }
  let highest = 0;
  async function expectCounts({ areComplete = true } = {}): Promise<void> {
    const { clicks: counted, uniqueClicks } = await clicks.countsOf(linked);
    expect(counted).toBe(expected.clicks);
    expect(uniqueClicks).toBeGreaterThanOrEqual(highest);
    highest = uniqueClicks;
    if (areComplete) expect(Math.abs(uniqueClicks - expected.visitors)).toBeLessThanOrEqual(expected.visitors * 0.02);
  }

  await send(0, visits * 0.4);
  await expectCounts();

  await own.control.upstash('refuse');
  await send(visits * 0.4, visits * 0.6);
  await expectCounts({ areComplete: false });
  await own.control.upstash('up');
  await own.control.moveOn(fiveMinutes);
  await expectCounts();

  await own.control.flushUpstash();
  await expectCounts();
  await send(visits * 0.6, visits * 0.8);
  await expectCounts();

  await own.control.flushUpstash();
  await send(visits * 0.8, visits);
  await expectCounts();
  expect([expected.clicks, expected.visitors]).toEqual([visits * 0.5, visits * 0.3]);
});
