import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { peopleOf } from '../../support/contract/people.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { connect } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, adminDatabaseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl });

test('staff sees the followers of a connected account only while its owner consents', async () => {
  const staff = (await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
  const owner = await aPerson(baseUrl, { roles: ['CREATOR'] });
  await connect(owner, `staffed${randomBytes(5).toString('hex')}`, { platform: 'TIKTOK', shareMetrics: true });
  const [{ id, followers }] = (await owner.api.get('/social-accounts')).body.data;
  const seen = async () => (await staff.get(`/staff/social-accounts/${id}`)).body.data.followers;
  expect(followers).toEqual(expect.any(Number));
  expect(await seen()).toBe(followers);
  await owner.api.put(`/social-accounts/${id}/sharing`, { enabled: false });
  expect(await seen()).toBeNull();
  expect((await owner.api.get('/social-accounts')).body.data[0].followers).toBe(followers);
});
