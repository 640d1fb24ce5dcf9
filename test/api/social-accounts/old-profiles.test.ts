import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { peopleOf } from '../../support/contract/people.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { connect } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, adminDatabaseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl });
afterAll(() => market.close());

const hourMs = 3_600_000;
const minuteMs = 60_000;

// The terms of the platforms: 24 hours, and 30 days at YouTube. No job runs here.
test.each([
  ['TWITCH', 24 * hourMs],
  ['KICK', 24 * hourMs],
  ['YOUTUBE', 30 * 24 * hourMs],
] as const)(
  'the title and the followers of an account at %s are shown to nobody after %i ms',
  async (platform, limitMs) => {
    const staff = (await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
    const owner = await aPerson(baseUrl, { roles: ['CREATOR'] });
    expect(
      (await connect(owner, `aging${randomBytes(5).toString('hex')}`, { platform, shareMetrics: true })).status,
    ).toBe(200);
    const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
    const seenAfter = async (ageMs: number) => {
      await market.pool.query(
        `update social_accounts set title = 'A title', followers = 7, profile_at = now() - $2 * interval '1 ms' where id = $1`,
        [id, ageMs],
      );
      const views = [
        (await owner.api.get('/social-accounts')).body.data[0],
        (await owner.api.put(`/social-accounts/${id}/sharing`, { enabled: true })).body.data,
        (await staff.get(`/staff/social-accounts/${id}`)).body.data,
      ];
      return views.map(({ title, followers }) => [title, followers]);
    };
    expect(await seenAfter(limitMs - minuteMs)).toEqual(Array(3).fill(['A title', 7]));
    expect(await seenAfter(limitMs + minuteMs)).toEqual(Array(3).fill([null, null]));
  },
);
