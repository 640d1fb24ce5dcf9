import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readTwitchEvents } from '../../../../functions/platform/social/twitch/events.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const secret = 'a secret of EventSub';
const now = new Date('2026-05-01T12:00:00Z');
const revoke = fidelity.revoke.body;

function call(type: string, content: unknown, timestamp = '2026-05-01T11:59:00.634234626Z') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const signature = createHmac('sha256', secret).update(`message-1${timestamp}${text}`).digest('hex');
  const headers = new Headers({
    'twitch-eventsub-message-id': 'message-1',
    'twitch-eventsub-message-timestamp': timestamp,
    'twitch-eventsub-message-signature': `sha256=${signature}`,
    'twitch-eventsub-message-type': type,
  });
  return { headers, body: new TextEncoder().encode(text) };
}
const read = (request: ReturnType<typeof call>) => readTwitchEvents(request, secret, now);
const at = new Date('2026-05-01T11:59:00.634Z');
const revoked = {
  answer: null,
  events: [{ id: 'message-1', kind: 'GRANT_REVOKED', externalId: '1337', at }],
};

describe('An EventSub call', () => {
  test('names the account that has revoked its grant, with the same id at each delivery', async () => {
    expect(await read(call('notification', revoke))).toEqual(revoked);
    const later = await read(call('notification', revoke, '2026-05-01T12:05:00Z'));
    expect(later?.events).toEqual([{ ...revoked.events[0], at: new Date('2026-05-01T12:05:00Z') }]);
  });

  test('names an account that no longer exists', async () => {
    const event = { ...revoke.event, user_login: null, user_name: null };
    expect(await read(call('notification', { ...revoke, event }))).toEqual(revoked);
  });

  test('answers the challenge and has no event', async () => {
    const challenge = { challenge: 'pogchamp-kappa-360noscope-vohiyo', subscription: revoke.subscription };
    expect(await read(call('webhook_callback_verification', challenge))).toEqual({
      answer: 'pogchamp-kappa-360noscope-vohiyo',
      events: [],
    });
  });

  test.each([
    ['authorization_revoked', 'GRANT_REVOKED', '12826'],
    ['user_removed', 'GRANT_REVOKED', '12826'],
    ['notification_failures_exceeded', 'OTHER', null],
  ])('of a subscription that ended as %s is %s', async (status, kind, externalId) => {
    const subscription = { ...revoke.subscription, status, condition: { broadcaster_user_id: '12826' } };
    const { events = [] } = (await read(call('revocation', { subscription }))) ?? {};
    expect(events).toEqual([{ id: 'message-1', kind, externalId, at }]);
  });

  test('of another type is OTHER', async () => {
    const other = { ...revoke, subscription: { ...revoke.subscription, type: 'channel.follow' } };
    const { events = [] } = (await read(call('notification', other))) ?? {};
    expect(events).toEqual([{ id: 'message-1', kind: 'OTHER', externalId: null, at }]);
  });

  test('with a body that is no JSON has no event', async () => {
    expect(await read(call('notification', '{'))).toEqual({ answer: null, events: [] });
  });

  test('signed by another secret, or not at all, is refused', async () => {
    expect(await readTwitchEvents(call('notification', revoke), 'another secret', now)).toBeNull();
    for (const name of ['id', 'timestamp', 'signature']) {
      const request = call('notification', revoke);
      request.headers.delete(`twitch-eventsub-message-${name}`);
      expect(await read(request)).toBeNull();
    }
  });

  test('with any changed byte is refused', async () => {
    const { length } = call('notification', revoke).body;
    for (let index = 0; index < length; index++) {
      const request = call('notification', revoke);
      request.body[index] = (request.body[index] ?? 0) ^ 1;
      expect(await read(request)).toBeNull();
    }
    const renamed = call('notification', revoke);
    renamed.headers.set('twitch-eventsub-message-id', 'message-2');
    expect(await read(renamed)).toBeNull();
  });

  test.each(['2026-05-01T11:49:59Z', '2026-05-01T12:10:01Z', 'yesterday'])(
    'of the time %s is refused',
    async (time) => {
      expect(await read(call('notification', revoke, time))).toBeNull();
    },
  );
});
