import { expect, test } from 'vitest';
import { withNumericIds } from '../../../functions/identity/account/numeric-ids.ts';

const answer = (body: unknown, init: ResponseInit = {}) => withNumericIds(Response.json(body, init));

test('user ids in the answers of sign-in are numbers, and every other field is unchanged', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const session = { id: '7', userId: '63', token: '12' };
  const reply = await answer({ session, user: { id: '63', name: '5' }, keys: [{ kid: '1' }] }, { headers });
  expect(await reply.json()).toEqual({
    session: { id: 7, userId: 63, token: '12' },
    user: { id: 63, name: '5' },
    keys: [{ kid: '1' }],
  });
  expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await (await answer(null)).json()).toBeNull();
});

test('a redirect without a body is unchanged', async () => {
  const redirect = new Response(null, { status: 302, headers: { 'content-type': 'application/json', location: '/x' } });
  expect(await withNumericIds(redirect)).toBe(redirect);
});
