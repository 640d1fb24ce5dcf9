import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readTikTokEvents } from '../../../../functions/platform/social/tiktok/events.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const secret = 'the client secret of TikTok';
const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const removed = JSON.stringify(fidelity.removed.body);
const openId = fidelity.removed.body.user_openid;

const macOf = (timestamp: string, text: string) =>
  createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
const call = (text: string, timestamp = String(seconds), mac = macOf(timestamp, text)) => ({
  headers: new Headers({ 'TikTok-Signature': `t=${timestamp},s=${mac}` }),
  body: new TextEncoder().encode(text),
});
const read = (request: ReturnType<typeof call>, by = secret) => readTikTokEvents(request, by, now);
const eventsOf = async (event: object) => (await read(call(JSON.stringify(event))))?.events;
const idOf = (text: string) => createHash('sha256').update(text).digest('hex');
const removedAt = new Date(fidelity.removed.body.create_time * 1_000);
const revoked = {
  answer: null,
  events: [{ id: idOf(removed), kind: 'GRANT_REVOKED', externalId: openId, at: removedAt }],
};

describe("A call of TikTok's webhook", () => {
  test('names the account that has revoked its grant, with the same id at each delivery', async () => {
    expect(await read(call(removed))).toEqual(revoked);
    expect(await read(call(removed, String(seconds - 3_600)))).toEqual(revoked);
  });

  test.each([0, 1, 2, 3, 4, 5])('with the reason %i is a revocation', async (reason) => {
    const event = { ...fidelity.removed.body, content: JSON.stringify({ reason }) };
    expect(await eventsOf(event)).toMatchObject([{ kind: 'GRANT_REVOKED', externalId: openId }]);
  });

  test.each([undefined, 'yesterday', -1, 1e13])(
    'is a revocation without a time if its time is %s',
    async (create_time) => {
      const [event] = (await eventsOf({ ...fidelity.removed.body, create_time })) ?? [];
      expect(event).toMatchObject({ kind: 'GRANT_REVOKED', externalId: openId });
      expect(event?.at).toBeUndefined();
    },
  );

  test('of another event, or without an account, is OTHER', async () => {
    const other = { ...fidelity.removed.body, event: 'video.publish.completed' };
    expect(await eventsOf(other)).toMatchObject([{ kind: 'OTHER', externalId: openId }]);
    const { user_openid: _, ...nameless } = fidelity.removed.body;
    expect(await eventsOf(nameless)).toMatchObject([{ kind: 'OTHER', externalId: null }]);
  });

  test.each(['{', '[]', '{"event": 7}'])('with the body %s has no event', async (text) => {
    expect(await read(call(text))).toEqual({ answer: null, events: [] });
  });

  test('signed by another secret, or not at all, is refused', async () => {
    expect(await read(call(removed), 'another secret')).toBeNull();
    expect(await read({ ...call(removed), headers: new Headers() })).toBeNull();
  });

  test('with any changed byte is refused', async () => {
    const { length } = call(removed).body;
    for (let index = 0; index < length; index++) {
      const request = call(removed);
      request.body[index] = (request.body[index] ?? 0) ^ 1;
      expect(await read(request)).toBeNull();
    }
  });

  test('with another time than the signed one is refused', async () => {
    const mac = macOf(String(seconds), removed);
    expect(await read(call(removed, String(seconds + 1), mac))).toBeNull();
    expect(await read(call(removed, `0${seconds}`, mac))).toBeNull();
  });

  test.each([
    `s=${macOf(String(seconds), removed)}`,
    `t=${seconds}`,
    `t=,s=${macOf('', removed)}`,
    `t=now,s=${macOf('now', removed)}`,
    `t=${seconds},s=${macOf(String(seconds), removed).slice(1)}`,
    'nothing',
    '',
  ])('with the signature %s is refused', async (signature) => {
    const headers = new Headers({ 'TikTok-Signature': signature });
    expect(await read({ ...call(removed), headers })).toBeNull();
  });

  test('reads the parts of the signature in any order', async () => {
    const headers = new Headers({ 'TikTok-Signature': `s=${macOf(String(seconds), removed)}, t=${seconds}` });
    expect(await read({ ...call(removed), headers })).toEqual(revoked);
  });

  test.each([
    [-72 * 3_600, true],
    [-72 * 3_600 - 1, false],
    [600, true],
    [601, false],
  ])('signed %i seconds from now is accepted: %s', async (offset, isAccepted) => {
    expect((await read(call(removed, String(seconds + offset)))) !== null).toBe(isAccepted);
  });
});
