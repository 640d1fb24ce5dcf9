import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type MetaCallback,
  readInstagramWebhook,
  readMetaCallback,
} from '../../../../functions/platform/social/instagram/events.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const secret = 'the secret of the application';
const { payload } = fidelity.signedRequest;
const issuedAt = new Date(payload.issued_at * 1000);
const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const signatureOf = (text: string, by = secret) => createHmac('sha256', by).update(text).digest('base64url');
const formOf = (signedRequest: string) =>
  new TextEncoder().encode(new URLSearchParams({ signed_request: signedRequest }).toString());
const signed = (content: unknown = payload, by = secret) =>
  formOf(`${signatureOf(encoded(content), by)}.${encoded(content)}`);
const idOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

const read = (body: Uint8Array, callback: MetaCallback = 'DEAUTHORIZE', now = issuedAt) =>
  readMetaCallback(body, callback, { secret, now, statusUrl: (code) => `https://castline.example/deletions/${code}` });

describe("Meta's callback", () => {
  test('of a deauthorization names the account whose grant is revoked, with the same id at each delivery', async () => {
    const known = {
      answer: null,
      events: [{ id: idOf(encoded(payload)), kind: 'GRANT_REVOKED', externalId: '218471', at: issuedAt }],
    };
    expect(await read(signed())).toEqual(known);
    expect(await read(signed(), 'DEAUTHORIZE', new Date(issuedAt.getTime() + 80_000_000))).toEqual(known);
  });

  test('of a deletion is answered with the page of its status and the code in it', async () => {
    const found = await read(signed(), 'DATA_DELETION');
    const code = idOf(encoded(payload)).slice(0, 32);
    expect(JSON.parse(found?.answer ?? '')).toEqual({
      url: `https://castline.example/deletions/${code}`,
      confirmation_code: code,
    });
    expect(found?.events).toMatchObject([{ kind: 'DATA_DELETION', externalId: '218471' }]);
    expect((await read(signed(), 'DATA_DELETION'))?.answer).toBe(found?.answer);
  });

  test('takes an id that is a number, and a padded signature', async () => {
    const content = { ...payload, user_id: 218_471 };
    expect((await read(signed(content)))?.events[0]?.externalId).toBe('218471');
    const padded = formOf(`${signatureOf(encoded(payload))}=.${encoded(payload)}`);
    expect((await read(padded))?.events).toHaveLength(1);
  });

  test.each([
    ['by another secret', signed(payload, 'another secret')],
    ['by no secret', formOf(`.${encoded(payload)}`)],
    ['without a payload', formOf(signatureOf(''))],
    ['in another algorithm', signed({ ...payload, algorithm: 'PLAIN' })],
    ['without a user', signed({ ...payload, user_id: undefined })],
    ['as a text that is no JSON', formOf(`${signatureOf('bm90IGpzb24')}.bm90IGpzb24`)],
    ['in no form', new TextEncoder().encode('{}')],
  ])('signed %s is refused', async (_, body) => {
    expect(await read(body)).toBeNull();
  });

  test('with any changed character is refused', async () => {
    const text = `${signatureOf(encoded(payload))}.${encoded(payload)}`;
    for (let index = 0; index < text.length; index++) {
      const other = text[index] === 'A' ? 'B' : 'A';
      expect(await read(formOf(text.slice(0, index) + other + text.slice(index + 1)))).toBeNull();
    }
  });

  test('older or newer than a day is refused', async () => {
    for (const hours of [-25, 25])
      expect(await read(signed(), 'DEAUTHORIZE', new Date(issuedAt.getTime() + hours * 3_600_000))).toBeNull();
  });
});

describe('A webhook call of Instagram', () => {
  const entry = { id: '17841405822304914', time: 1_520_622_968, changes: [{ field: 'comments', value: {} }] };
  const call = (content: unknown, by = secret) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const mac = createHmac('sha256', by).update(text).digest('hex');
    return { headers: new Headers({ 'x-hub-signature-256': `sha256=${mac}` }), body: new TextEncoder().encode(text) };
  };

  test('names its account, and none when it is about several or is no JSON', async () => {
    const one = call({ object: 'instagram', entry: [entry] });
    expect(await readInstagramWebhook(one, secret)).toEqual({
      answer: null,
      events: [{ id: idOf(one.body), kind: 'OTHER', externalId: '17841405822304914' }],
    });
    const two = await readInstagramWebhook(call({ object: 'instagram', entry: [entry, entry] }), secret);
    expect(two?.events).toMatchObject([{ kind: 'OTHER', externalId: null }]);
    expect(await readInstagramWebhook(call('{'), secret)).toEqual({ answer: null, events: [] });
  });

  test('about stories that have ended has an event for each one whose views it states', async () => {
    const insights = { reach: 44, taps_forward: 4, taps_back: 3, exits: 3, replies: 0 };
    const ended = (value: object) => ({ field: 'story_insights', value });
    const stories = [
      ended({ media_id: '17887498072083520', impressions: 444, ...insights }),
      ended({ media_id: 178_874, impressions: -1, ...insights }),
      ended({ media_id: '17887498072083522', views: 9, impressions: 8, ...insights }),
      ended({ media_id: '17887498072083523', ...insights }),
      ended({ impressions: 7 }),
      { field: 'comments', value: {} },
    ];
    const one = call({ object: 'instagram', entry: [{ ...entry, changes: stories }] });
    const id = idOf(one.body);
    const event = { kind: 'STORY_ENDED', externalId: '17841405822304914' };
    expect(await readInstagramWebhook(one, secret)).toEqual({
      answer: null,
      events: [
        { ...event, id: `${id}/0`, story: { mediaId: '17887498072083520', views: 444 } },
        { ...event, id: `${id}/1`, story: { mediaId: '17887498072083522', views: 9 } },
      ],
    });
  });

  test('without a signature, by another secret or with a changed byte is refused', async () => {
    const original = call({ object: 'instagram', entry: [entry] });
    expect(await readInstagramWebhook({ ...original, headers: new Headers() }, secret)).toBeNull();
    expect(await readInstagramWebhook(call({ entry: [entry] }, 'another secret'), secret)).toBeNull();
    for (let index = 0; index < original.body.length; index++) {
      const body = Uint8Array.from(original.body);
      body[index] = (body[index] ?? 0) ^ 1;
      expect(await readInstagramWebhook({ ...original, body }, secret)).toBeNull();
    }
  });
});
