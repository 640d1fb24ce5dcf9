import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const path = '/influencer-profile';
const aCreator = () => aPerson(baseUrl, { roles: ['CREATOR'] });

const whole = {
  displayName: '  Mira   Plays ',
  bio: 'Retro games.\nLive.',
  topics: ['Retro games', 'speedruns'],
  languages: ['EN-gb', 'pt-BR'],
  geo: ['de', 'AT'],
  channelType: 'STREAMER',
  contacts: { email: 'mira@canary.example', phone: '+49 30 1234' },
};
const normalised = {
  ...whole,
  displayName: 'Mira Plays',
  languages: ['en-GB', 'pt-BR'],
  geo: ['DE', 'AT'],
};
const empty = { displayName: '', bio: '', topics: [], languages: [], geo: [], channelType: null, contacts: {} };

describe('the profile of a creator', () => {
  test('exists, empty and at version 1, as soon as a user takes the role', async () => {
    const { keyed, api } = await aCreator();
    const profile = (await keyed.get(path)).body.data;
    expect(profile).toMatchObject({ ...empty, avatarUrl: null, version: 1 });
    expect(profile.publicId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await api.get(path)).body).toEqual((await keyed.get(path)).body);
  });

  test("stores the owner's input in canonical form at the next version; null clears and absent keeps", async () => {
    const { keyed } = await aCreator();
    const saved = await keyed.patch(path, { expectedVersion: 1, ...whole });
    expect(saved.body.data).toMatchObject({ ...normalised, version: 2 });
    expect((await keyed.get(path)).body.data).toEqual(saved.body.data);
    const kept = await keyed.patch(path, { expectedVersion: 2, bio: 'Other.' });
    expect(kept.body.data).toMatchObject({ ...normalised, bio: 'Other.', version: 3 });
    const cleared = Object.fromEntries(Object.keys(empty).map((name) => [name, null]));
    expect((await keyed.patch(path, { expectedVersion: 3, ...cleared })).body.data).toMatchObject({
      ...empty,
      version: 4,
    });
  });

  test('refuses a stale version, and accepts one of twenty concurrent changes of one version', async () => {
    const { keyed } = await aCreator();
    expect((await keyed.patch(path, { expectedVersion: 2, bio: 'x' })).body.code).toBe('VERSION_CONFLICT');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => keyed.patch(path, { expectedVersion: 1, bio: `writer ${n}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'VERSION_CONFLICT')).toHaveLength(19);
    const [winner] = replies.filter(({ status }) => status === 200);
    expect((await keyed.get(path)).body.data.bio).toBe(winner?.body.data.bio);
  });

  test('returns the saved profile on a replay, also after later changes', async () => {
    const { keyed } = await aCreator();
    const key = randomUUID();
    const body = { expectedVersion: 1, bio: 'first' };
    const first = await keyed.patch(path, body, { key });
    await keyed.patch(path, { expectedVersion: 2, bio: 'second' });
    const again = await keyed.patch(path, body, { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await keyed.get(path)).body.data).toMatchObject({ bio: 'second', version: 3 });
    expect((await keyed.patch(path, { ...body, bio: 'other' }, { key })).body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await keyed.patch(path, body, { key: null })).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  test('belongs to creators only', async () => {
    const { keyed } = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
    expect((await keyed.get(path)).body.code).toBe('ROLE_NOT_ALLOWED');
    expect((await keyed.patch(path, { expectedVersion: 1 })).body.code).toBe('ROLE_NOT_ALLOWED');
  });
});

describe('an invalid profile change', () => {
  let creator: Person;
  beforeAll(async () => {
    creator = await aCreator();
  });
  const many = (max: number) => Array.from({ length: max + 1 }, (_, n) => `topic ${n}`);
  test.each<[string, object]>([
    ['a blank name', { displayName: '   ' }],
    ['a name of 81 characters', { displayName: 'x'.repeat(81) }],
    ['a name that grows when it is normalised', { displayName: '\u0958'.repeat(80) }],
    ['a topic that grows when it is normalised', { topics: ['\u0958'.repeat(40)] }],
    ['a bio of 2,001 characters', { bio: 'x'.repeat(2_001) }],
    ['eleven topics', { topics: many(10) }],
    ['a topic of 41 characters', { topics: ['x'.repeat(41)] }],
    ['a topic twice', { topics: ['Games', 'games '] }],
    ['a language that is none', { languages: ['english!'] }],
    ['a language by name', { languages: ['english'] }],
    ['a language tag that is malformed', { languages: ['en-'] }],
    ['a country that is none', { geo: ['XX'] }],
    ['a country by name', { geo: ['Germany'] }],
    ['a channel type that is none', { channelType: 'PODCAST' }],
    ['eleven contacts', { contacts: Object.fromEntries(many(10).map((name) => [name.replace(' ', ''), 'x'])) }],
    ['a contact that is no text', { contacts: { email: 7 } }],
    ['an avatar', { avatarUrl: 'https://example.com/a.png' }],
    ['its identifier', { publicId: randomUUID() }],
    ['a version of zero', { expectedVersion: 0 }],
  ])('is refused for %s', async (_, changes) => {
    const reply = await creator.keyed.patch(path, { expectedVersion: 1, ...changes });
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(reply.body.issues.length).toBeGreaterThan(0);
  });
  test('changes nothing', async () => {
    expect((await creator.keyed.get(path)).body.data).toMatchObject({ ...empty, version: 1 });
  });
});

describe('the display name', () => {
  const saved = async (displayName: string) => {
    const { keyed } = await aPerson(baseUrl, { roles: ['CREATOR'] });
    return (await keyed.patch(path, { expectedVersion: 1, displayName })).body.data?.displayName;
  };

  test('is measured in characters, regardless of their encoded length', async () => {
    expect(await saved('🦊'.repeat(80))).toBe('🦊'.repeat(80));
    expect(await saved('🦊'.repeat(81))).toBeUndefined();
  });

  test('loses bidirectional control characters', async () => {
    expect(await saved('Mi\u202era\u2066 \u200ePla\u061cys\u2069')).toBe('Mira Plays');
  });
});
