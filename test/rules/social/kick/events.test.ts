import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readKickEvents } from '../../../../functions/platform/social/kick/events.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = keys();
const now = new Date('2026-05-01T12:00:00Z');
const id = '01JTB0000000000000000000AA';

function call(content: unknown, timestamp = '2026-05-01T11:59:00Z') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const signature = createSign('RSA-SHA256').update(`${id}.${timestamp}.${text}`).sign(privateKey, 'base64');
  const headers = new Headers({
    'kick-event-message-id': id,
    'kick-event-message-timestamp': timestamp,
    'kick-event-signature': signature,
    'kick-event-type': 'livestream.status.updated',
    'kick-event-version': '1',
  });
  return { headers, body: new TextEncoder().encode(text) };
}
const read = (request: ReturnType<typeof call>) => readKickEvents(request, publicKey, now);
const known = { answer: null, events: [{ id, kind: 'OTHER', externalId: '123456789' }] };

describe('A webhook call of Kick', () => {
  test('names the broadcaster of the documented event, with the same id at each delivery', async () => {
    expect(await read(call(fidelity.event.body))).toEqual(known);
    expect(await read(call(fidelity.event.body, '2026-05-01T12:05:00Z'))).toEqual(known);
  });

  test('without a broadcaster names no account', async () => {
    expect(await read(call({ is_live: true }))).toEqual({
      answer: null,
      events: [{ id, kind: 'OTHER', externalId: null }],
    });
  });

  test('with a body that is no JSON has no event', async () => {
    expect(await read(call('{'))).toEqual({ answer: null, events: [] });
  });

  test("signed by another key than Kick's is refused", async () => {
    const request = call(fidelity.event.body);
    expect(await readKickEvents(request, fidelity.publicKey.pem, now)).toBeNull();
    expect(await readKickEvents(request, keys().publicKey, now)).toBeNull();
  });

  test('without a signature, an id or a time is refused, and so is a signature that is no base64', async () => {
    for (const name of ['signature', 'message-id', 'message-timestamp']) {
      const request = call(fidelity.event.body);
      request.headers.delete(`kick-event-${name}`);
      expect(await read(request)).toBeNull();
    }
    const request = call(fidelity.event.body);
    request.headers.set('kick-event-signature', `-${request.headers.get('kick-event-signature')?.slice(1)}`);
    expect(await read(request)).toBeNull();
  });

  test('with any changed byte is refused', async () => {
    const { length } = call(fidelity.event.body).body;
    const original = call(fidelity.event.body);
    for (let index = 0; index < length; index++) {
      const body = Uint8Array.from(original.body);
      body[index] = (body[index] ?? 0) ^ 1;
      expect(await read({ headers: original.headers, body })).toBeNull();
    }
    const renamed = call(fidelity.event.body);
    renamed.headers.set('kick-event-message-id', '01JTB0000000000000000000AB');
    expect(await read(renamed)).toBeNull();
  });

  test.each(['2026-05-01T11:49:59Z', '2026-05-01T12:10:01Z', 'yesterday'])(
    'of the time %s is refused',
    async (time) => {
      expect(await read(call(fidelity.event.body, time))).toBeNull();
    },
  );
});
