import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { aFile, announced } from '../../../support/market/files.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { type Owner, ownershipOf } from '../../../support/market/ownership.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, aChannel, anUpload, attach } = ownershipOf({ market, baseUrl });
let owner: Owner;
let staff: Person;
beforeAll(async () => {
  owner = await anOwner();
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const past = new Date(Date.now() - 1_000);
const at = (id: number, action: string) => `/influencer-channels/${id}/${action}`;
const evidenceOf = async (id: number): Promise<string[]> =>
  (
    await market.pool.query('select upload_id from ownership_evidence where channel_id = $1 order by position', [id])
  ).rows.map((row) => row.upload_id);

test('a code is castline- and twelve unambiguous characters, is valid for 72 hours, and is unique', async () => {
  const codes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const { id } = await aChannel(owner.id, { ownership: 'NONE' });
    const { data } = created(await owner.api.post(at(id, 'ownership-challenge'), {})).body;
    expect(data.code).toMatch(/^castline-[abcdefghjkmnpqrstvwxyz2-9]{12}$/);
    expect(data.placement).toBe('BIO');
    const hours = (new Date(data.expiresAt).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    codes.add(data.code);
  }
  expect(codes.size).toBe(20);
});

test('a new code replaces the old one and keeps the evidence, and after a rejection the evidence is empty', async () => {
  const { id, code } = await aChannel(owner.id);
  const upload = await anUpload(owner.id, id);
  await owner.api.post(at(id, 'ownership-evidence'), { uploadIds: [upload], note: 'Mine.' });
  const fresh = created(await owner.api.post(at(id, 'ownership-challenge'), {})).body.data.code;
  expect(fresh).not.toBe(code);
  expect(await evidenceOf(id)).toEqual([upload]);
  await market.pool.query(`update channels set ownership = 'REJECTED', version = version + 1 where id = $1`, [id]);
  created(await owner.api.post(at(id, 'ownership-challenge'), {}));
  expect(await evidenceOf(id)).toEqual([]);
  expect((await market.one('select note from ownership_claims where channel_id = $1', [id])).note).toBeNull();
});

test('the proof of a channel names what its creator can do now', async () => {
  const actionsOf = async ({ id }: { id: number }) =>
    (await owner.api.get(at(id, 'ownership'))).body.data.allowedActions;
  expect(await actionsOf(await aChannel(owner.id, { ownership: 'NONE' }))).toEqual(['challenge']);
  expect(await actionsOf(await aChannel(owner.id))).toEqual(['challenge', 'upload', 'evidence', 'submit']);
  const expired = await aChannel(owner.id, { codeExpiresAt: past });
  expect(await actionsOf(expired)).toEqual(['challenge', 'upload', 'evidence']);
  await owner.api.post(at(expired.id, 'ownership-evidence'), { uploadIds: [await anUpload(owner.id, expired.id)] });
  expect(await actionsOf(expired)).toContain('submit');
  await market.pool.query(
    `update channels set status = 'BLOCKED', blocked_at = now(), block_reason = 'x' where id = $1`,
    [expired.id],
  );
  expect(await actionsOf(expired)).toEqual([]);
});

describe('a submission', () => {
  test('needs a valid code or evidence', async () => {
    const { id } = await aChannel(owner.id, { codeExpiresAt: past });
    expect(refused(await owner.api.post(at(id, 'submit'), {}), 'INVALID_STATE')).toMatchObject({
      status: 'CHALLENGED',
      allowedActions: ['challenge', 'upload', 'evidence'],
    });
    await attach(id, await anUpload(owner.id, id));
    const reply = await owner.api.post(at(id, 'submit'), {});
    expect(reply.body).toEqual({ data: { id, ownership: 'PENDING_REVIEW', version: 2 } });
  });

  test('succeeds for one of ten concurrent requests', async () => {
    const { id } = await aChannel(owner.id);
    const replies = await Promise.all(Array.from({ length: 10 }, () => owner.api.post(at(id, 'submit'), {})));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) refused(reply, 'INVALID_STATE');
  });
});

describe('the evidence', () => {
  test('is one to ten verified files of the channel, each once, and a new list replaces the old one', async () => {
    const { id } = await aChannel(owner.id);
    const files = await Promise.all(Array.from({ length: 11 }, () => anUpload(owner.id, id)));
    const give = (uploadIds: readonly string[], note?: string) =>
      owner.api.post(at(id, 'ownership-evidence'), { uploadIds, ...(note !== undefined && { note }) });
    for (const wrong of [[], files, [files[0] ?? '', files[0] ?? ''], ['nonsense']])
      refused(await give(wrong), 'VALIDATION_FAILED');
    refused(await give(files.slice(0, 1), 'x'.repeat(2_001)), 'VALIDATION_FAILED');
    expect((await give(files.slice(0, 10), 'All of it.')).body.data).toEqual({
      uploadIds: files.slice(0, 10),
      note: 'All of it.',
      ownership: 'CHALLENGED',
    });
    const last = [files[10] ?? '', files[2] ?? ''];
    expect((await give(last)).body.data).toEqual({ uploadIds: last, note: null, ownership: 'CHALLENGED' });
    expect(await evidenceOf(id)).toEqual(last);
  });

  test('is refused as a whole when one file is foreign, of another channel, unknown or not verified', async () => {
    const [{ id }, another, otherUser] = [await aChannel(owner.id), await aChannel(owner.id), await anOwner()];
    const good = await anUpload(owner.id, id);
    const theirs = await anUpload(otherUser.id, (await aChannel(otherUser.id)).id);
    const give = (bad: string) => owner.api.post(at(id, 'ownership-evidence'), { uploadIds: [good, bad] });
    for (const bad of [theirs, await anUpload(owner.id, another.id), randomUUID()])
      refused(await give(bad), 'RESOURCE_NOT_FOUND');
    for (const status of ['PENDING', 'REJECTED', 'EXPIRED'])
      refused(await give(await anUpload(owner.id, id, status)), 'INVALID_PROOF', status);
    expect(await evidenceOf(id)).toEqual([]);
  });
});

describe('access to an ownership claim', () => {
  const calls: readonly (readonly [string, object])[] = [
    ['ownership-challenge', {}],
    ['ownership-uploads', announced(aFile['image/png'](), 'image/png')],
    [`ownership-uploads/${randomUUID()}/complete`, {}],
    ['ownership-evidence', { uploadIds: [randomUUID()] }],
    ['submit', {}],
  ];

  test('returns the same bytes to another creator as for an unknown channel', async () => {
    const { id } = await aChannel(owner.id);
    const otherUser = await anOwner();
    for (const [action, body] of calls) {
      const foreign = await otherUser.api.post(at(id, action), body);
      const absent = await otherUser.api.post(at(9_007_199_254_740_991, action), body);
      refused(foreign, 'RESOURCE_NOT_FOUND', action);
      expect(foreign.text).toBe(absent.text);
    }
    expect((await market.one('select ownership from channels where id = $1', [id])).ownership).toBe('CHALLENGED');
  });

  test('is refused to advertisers, and staff actions are refused to creators', async () => {
    const { id } = await aChannel(owner.id, { ownership: 'PENDING_REVIEW' });
    const advertiser = await market.anAdvertiser();
    for (const [action, body] of calls)
      refused(await advertiser.api.post(at(id, action), body), 'ROLE_NOT_ALLOWED', action);
    const creator = await peopleOf(baseUrl, market).aPerson({ roles: ['CREATOR', 'ADVERTISER'] });
    const path = `/staff/ownership-reviews/${id}`;
    for (const reply of [
      await creator.twin.get('/staff/ownership-reviews'),
      await creator.twin.get(path),
      await creator.twin.post(`${path}/approve`, {}),
      await creator.twin.post(`${path}/reject`, { reason: 'x' }),
    ])
      expect(reply).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    refused(await clientOf(baseUrl, staff.apiKey, '/api/v1').get(path).then(plain), 'JWT_INVALID');
  });
});

/** The full envelope contains its own path. */
const plain = <T extends { body: { path?: string } }>(reply: T): T => ({ ...reply, body: { ...reply.body, path: '' } });
