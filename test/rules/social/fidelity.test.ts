import { beforeAll, describe, expect, test } from 'vitest';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import { tokensIn } from '../../../functions/platform/social/oauth/tokens.ts';
import { usualAnswer } from '../../../functions/platform/social/oauth/usual-answer.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { simulated as simulators } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { deviationsOf, sharedPaths } from '../../support/social/fidelity.ts';
import { ownSimulator } from '../../support/social/own-simulator.ts';
import { signInAt } from '../../support/social/simulated-sign-in.ts';
import { type Compared, documentedLongLived, documentedReads, documentedTokens } from './documented-reads.ts';

const [handle, socialSecret] = ['mayarivers', 'a secret'];

describe.each(platforms)('at %s', async (platform) => {
  const { simulated, simulator } = await ownSimulator(platform, { socialSecret });
  const { externalIdOf, contentIdOf } = simulators[platform];
  const post = (number: number) => contentIdOf(new Uint8Array(32).fill(number));
  const subject = { externalId: externalIdOf(handle), handle, video: post(7), hidden: post(9) };
  const { aCode, exchange } = signInAt({ socialUrl: simulated.url, socialSecret, platform });
  let tokens: Record<string, unknown>;

  beforeAll(async () => {
    const publishedAt = '2026-05-01T10:00:00Z';
    const long = { title: 'A title #clip '.repeat(30), views: 1_000, likes: 20, publishedAt };
    await simulator.change(handle, {
      posts: [
        { ...long, id: subject.video, media: 'STREAM' },
        { ...long, id: subject.hidden, media: 'VIDEO', state: 'PRIVATE' },
        { ...long, id: post(11), media: 'VIDEO' },
      ],
    });
    ({ body: tokens } = await exchange(await aCode(handle)));
  });

  const accessToken = () => Object(Array.isArray(tokens.data) ? tokens.data[0] : tokens).access_token;

  async function answerTo({ path, method = 'GET', body, token = accessToken() }: Compared): Promise<unknown> {
    const headers = {
      'client-id': 'castline',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = body !== undefined && { body: JSON.stringify(body) };
    return (await fetch(simulated.url + path, { method, headers, ...sent })).json();
  }

  const reads = Object.entries(documentedReads[platform](subject));

  test.each(reads)('%s, as documented, fits the schema of the adapter', (_, { documented, shape }) => {
    expect(shape.safeParse(documented.body).error).toBeUndefined();
    expect(documented).toMatchObject({ source: expect.any(String), date: expect.any(String) });
  });

  test.each(reads)('%s with fields that are not documented fits it too', (_, { documented, shape }) => {
    const answer = withUnknownFields(documented.body);
    expect(answer).not.toEqual(documented.body);
    expect(shape.safeParse(answer).error).toBeUndefined();
  });

  test.each(reads)('the simulator answers %s with nothing but what is documented', async (_, compared) => {
    const answer = await answerTo(compared);
    expect(compared.shape.safeParse(answer).error).toBeUndefined();
    expect(deviationsOf(answer, compared.documented, compared.allowed)).toEqual([]);
    expect(sharedPaths(answer, compared.documented)).not.toEqual([]);
  });

  test('the documented token answer is read, and the simulator gives one of its shape', () => {
    const documented = documentedTokens[platform];
    const { status, body } = usualAnswer(platform, 200, documented.body);
    expect(status).toBe(200);
    expect(tokensIn(Object(body), oauthTerms[platform], new Date()).accessToken).toEqual(expect.any(String));
    expect(documented).toMatchObject({ source: expect.any(String), date: expect.any(String) });
    expect(deviationsOf(tokens, documented)).toEqual([]);
    expect(sharedPaths(tokens, documented)).not.toEqual([]);
  });
});

test('the simulator exchanges a token of Instagram with nothing but what is documented', async () => {
  const { simulated } = await ownSimulator('INSTAGRAM', { socialSecret });
  const { aCode, exchange } = signInAt({ socialUrl: simulated.url, socialSecret, platform: 'INSTAGRAM' });
  const { body } = await exchange(await aCode(handle));
  const query = {
    grant_type: 'ig_exchange_token',
    client_secret: socialSecret,
    access_token: body.data[0].access_token,
  };
  const answer = await (await fetch(`${simulated.url}/instagram/access_token?${new URLSearchParams(query)}`)).json();
  for (const one of [answer, documentedLongLived.body])
    expect(tokensIn(Object(one), oauthTerms.INSTAGRAM, new Date()).expiresAt).toBeInstanceOf(Date);
  expect(deviationsOf(answer, documentedLongLived)).toEqual([]);
});

describe('the comparison', () => {
  const documented = {
    body: { data: [{ id: '1', seen: null, counts: { views: 7 } }] },
    also: { 'data[].pictures.*.url': 'string' },
  };
  test.each([
    [{ data: [{ id: '2', seen: 'today', counts: { views: 0 } }] }, []],
    [{ data: [{ id: null, pictures: null }] }, ['data[].pictures is not documented']],
    [
      { data: [{ counts: { views: '7', likes: 1 } }] },
      ['data[].counts.views is string, and documented as number', 'data[].counts.likes is not documented'],
    ],
    [{ data: {} }, ['data is object, and documented as array']],
  ])('of %j finds %j', (answer, deviations) => {
    expect(deviationsOf(answer, documented)).toEqual(deviations);
  });

  test('knows keys of any name, and those that are allowed', () => {
    const also = { ...documented.also, 'data[].pictures': 'object', 'data[].pictures.*': 'object' };
    const answer = { data: [{ pictures: { large: { url: 'https://a.example' } }, more: 1 }] };
    expect(deviationsOf(answer, { ...documented, also })).toEqual(['data[].more is not documented']);
    expect(deviationsOf(answer, { ...documented, also }, { 'data[].more': 'A reason' })).toEqual([]);
  });
});

/** The value with one more field in each of its objects. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withUnknownFields(field)] as const);
  return { ...Object.fromEntries(fields), a_new_field: { of: ['a new kind'] } };
}
