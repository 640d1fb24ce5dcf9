import { afterAll, afterEach, expect, test } from 'vitest';
import { assignmentsOf, states } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { jobsOf } from '../../support/stack/jobs.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf(shared);
const { assignmentIn } = assignmentsOf(market, shared.baseUrl, jobsOf(shared));
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const isOpen = ['ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED'];

test.each(states)(
  'the wallet shows work in %s as pending to its creator alone, and only while the work is open',
  async (status) => {
    const { advertiser, creator } = await assignmentIn(status);
    const pendingOf = async ({ api }: typeof creator) => (await api.get('/wallet')).body.data.pending;
    const work = isOpen.includes(status) ? '90000000' : '0';
    expect(await pendingOf(creator)).toMatchObject({ work: { raw: work }, posts: { raw: '0' } });
    expect(await pendingOf(advertiser)).toMatchObject({ work: { raw: '0' }, posts: { raw: '0' } });
  },
);
