import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const aCreator = () => aPerson(baseUrl, { roles: ['CREATOR'] });
const aHandle = () => `adds-${randomBytes(5).toString('hex')}`;
const add = (person: Person, handle = aHandle(), platform = 'YOUTUBE') =>
  person.api.post('/social-accounts', { platform, handle });

describe('a new account', () => {
  let creatorOfAll: Person;
  beforeAll(async () => {
    creatorOfAll = await aCreator();
  });

  test('is PENDING, with a code and the way to prove it', async () => {
    const handle = aHandle();
    const reply = await add(await aCreator(), `@${handle.toUpperCase()}`);
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      id: expect.any(Number),
      socialAccountId: reply.body.data.id,
      platform: 'YOUTUBE',
      handle,
      title: null,
      avatarUrl: null,
      followers: null,
      status: 'PENDING',
      isVerified: false,
      verifiedVia: null,
      verifiedAt: null,
      channelId: null,
      statsAvailability: 'PENDING',
      createdAt: expect.any(String),
      version: 1,
      verification: {
        method: 'BIO_CODE',
        status: 'ACTIVE',
        reason: null,
        code: expect.stringMatching(/^castline-[a-z2-9]{12}$/),
        placement: 'BIO',
        instructions: expect.stringContaining('YouTube Studio'),
        expiresAt: expect.any(String),
        checkedAt: null,
      },
    });
  });

  test.each([
    ['YOUTUBE', 'Put the code anywhere into the description of your channel (YouTube Studio, Customization, Profile)'],
    ['TWITCH', 'Put the code anywhere into the bio of your channel (Settings, Profile)'],
    ['KICK', 'Put the code anywhere into the bio of your channel (Settings, Profile)'],
    // The stack has no key of the application for X.
    ['X', 'Connect the account: start a connection with X'],
    ['TIKTOK', 'Connect the account: start a connection with TikTok'],
    ['INSTAGRAM', 'Connect the account: start a connection with Instagram'],
  ])('at %s has instructions in the words of the platform, in each answer', async (platform, text) => {
    const { keyed, api } = creatorOfAll;
    const { id, verification } = (
      await api.post('/social-accounts', { platform, handle: `adds${randomBytes(4).toString('hex')}` })
    ).body.data;
    expect(verification.instructions).toEqual(expect.stringContaining(text));
    const read = (await keyed.get(`/social-accounts/${id}/verification`)).body.data;
    expect(read.instructions).toBe(verification.instructions);
  });

  test('at TikTok has no code, because only a sign-in proves it', async () => {
    const reply = await add(await aCreator(), `adds_${randomBytes(5).toString('hex')}`, 'TIKTOK');
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      status: 'PENDING',
      verification: { method: 'OAUTH', status: 'NONE', code: null },
    });
  });

  test('of two users gets a code for each', async () => {
    const handle = aHandle();
    const [one, other] = [await add(await aCreator(), handle), await add(await aCreator(), handle)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.data.verification.code).not.toBe(other.body.data.verification.code);
  });

  test('is added once: a second request names the first, also when both run at once', async () => {
    const [creator, handle] = [await aCreator(), aHandle()];
    const replies = await Promise.all([add(creator, handle), add(creator, handle.toUpperCase()), add(creator, handle)]);
    const [first] = replies.filter(({ status }) => status === 201);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const reply of replies.filter(({ status }) => status === 409)) {
      refused(reply, 'INVALID_STATE');
      expect(reply.body).toMatchObject({ status: 'ACCOUNT_EXISTS', existingId: first?.body.data.id });
    }
  });

  test('with an Idempotency-Key is added once, and a replay gives the same code', async () => {
    const creator = await aCreator();
    const body = { platform: 'YOUTUBE', handle: aHandle() };
    const key = randomUUID();
    const first = await creator.api.post('/social-accounts', body, { key });
    const again = await creator.api.post('/social-accounts', body, { key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect((await creator.api.get('/social-accounts')).body.data).toHaveLength(1);
  });

  test('beyond fifty is refused, also when several are added at once', async () => {
    const creator = await aCreator();
    for (let batch = 0; batch < 8; batch += 1) await Promise.all(Array.from({ length: 6 }, () => add(creator)));
    const replies = await Promise.all(Array.from({ length: 5 }, () => add(creator)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  });

  test.each([
    ['a name that the platform does not allow', { platform: 'YOUTUBE', handle: 'a b' }, 'handle'],
    ['a look-alike letter', { platform: 'YOUTUBE', handle: 'mаya' }, 'handle'],
    ['an unknown platform', { platform: 'MYSPACE', handle: 'maya' }, 'platform'],
    ['an unknown field', { platform: 'YOUTUBE', handle: 'maya', status: 'ACTIVE' }, 'status'],
  ])('is refused for %s', async (_, body, path) => {
    const reply = await (await aCreator()).api.post('/social-accounts', body);
    refused(reply, 'VALIDATION_FAILED');
    expect(reply.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test('cannot be added by key, and not by an advertiser', async () => {
    const creator = await aCreator();
    const body = { platform: 'YOUTUBE', handle: aHandle() };
    expect((await creator.keyed.post('/social-accounts', body)).status).toBe(405);
    const advertiser = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
    refused(await advertiser.api.post('/social-accounts', body), 'ROLE_NOT_ALLOWED');
  });
});

describe('the list of accounts', () => {
  test('has the newest first, page by page, by key and by token, without those of others', async () => {
    const creator = await aCreator();
    const handles = [aHandle(), aHandle(), aHandle()];
    for (const handle of handles) await add(creator, handle);
    await add(await aCreator());
    const first = await creator.keyed.get('/social-accounts?limit=2');
    expect(first.body.data.map(({ handle }: { handle: string }) => handle)).toEqual([handles[2], handles[1]]);
    const second = await creator.api.get(`/social-accounts?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ handle: handles[0] }], nextCursor: null });
  });

  test('is filtered by platform and status, and has no deleted ones', async () => {
    const creator = await aCreator();
    const [kept, deleted] = [(await add(creator)).body.data, (await add(creator)).body.data];
    expect((await creator.api.delete(`/social-accounts/${deleted.id}`)).status).toBe(200);
    const idsOf = async (query: string) =>
      (await creator.api.get(`/social-accounts${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual([kept.id]);
    expect(await idsOf('?platform=youtube&status=pending')).toEqual([kept.id]);
    expect(await idsOf('?status=ACTIVE')).toEqual([]);
    expect(await idsOf('?platform=X')).toEqual([]);
    refused(await creator.api.get('/social-accounts?status=DELETED'), 'VALIDATION_FAILED');
  });

  test('refuses the cursor of another list', async () => {
    const [creator, other] = [await aCreator(), await aCreator()];
    const { id } = (await add(other)).body.data;
    refused(await creator.api.get(`/social-accounts?cursor=${id}`), 'INVALID_CURSOR');
  });
});
