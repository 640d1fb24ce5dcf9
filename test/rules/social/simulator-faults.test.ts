import { describe, expect, test } from 'vitest';
import { ownSimulator } from '../../support/social/own-simulator.ts';
import { signInAt } from '../../support/social/simulated-sign-in.ts';

const handle = 'mayarivers';

describe("the simulator's X", async () => {
  const { simulated, simulator } = await ownSimulator('X', { socialSecret: 'a secret' });
  const at = { socialUrl: simulated.url, socialSecret: 'a secret', platform: 'X' } as const;
  const { aCode: codeOf, exchange, refresh } = signInAt(at);
  const aCode = () => codeOf(handle);
  const read = (access: string) =>
    fetch(`${simulated.url}/x/2/users/me`, { headers: { authorization: `Bearer ${access}` } });

  test.each(['429', '500'] as const)(
    'uses up neither the code nor the token of a request answered %s',
    async (fails) => {
      const code = await aCode();
      await simulator.change(handle, { fails });
      expect((await exchange(code)).status).toBe(Number(fails));
      await simulator.forget(handle);
      const first = await exchange(code);
      await simulator.change(handle, { fails });
      expect((await refresh(first.body.refresh_token)).status).toBe(Number(fails));
      await simulator.forget(handle);
      expect((await refresh(first.body.refresh_token)).status).toBe(200);
    },
  );

  test('uses them up when it fails after the tokens were issued', async () => {
    const [code, other] = [await aCode(), await aCode()];
    const first = await exchange(other);
    await simulator.change(handle, { fails: '500-after-issue' });
    expect([(await exchange(code)).status, (await refresh(first.body.refresh_token)).status]).toEqual([500, 500]);
    await simulator.forget(handle);
    expect([(await exchange(code)).status, (await refresh(first.body.refresh_token)).status]).toEqual([400, 400]);
  });

  test.each([
    ['token', 429, 200],
    ['api', 200, 429],
    [undefined, 429, 429],
  ] as const)('applies a fault at %s to those endpoints', async (failsAt, ofToken, ofApi) => {
    const { body } = await exchange(await aCode());
    const code = await aCode();
    await simulator.change(handle, { fails: '429', failsAt });
    expect([(await exchange(code)).status, (await read(body.access_token)).status]).toEqual([ofToken, ofApi]);
    await simulator.forget(handle);
  });

  test('answers for a slow account correctly, after its delay', async () => {
    const { body } = await exchange(await aCode());
    await simulator.change(handle, { fails: 'slow', failsAt: 'api', slowMs: 300 });
    const startedAt = performance.now();
    const answer = await read(body.access_token);
    // A timer can fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(298);
    expect([answer.status, Object(await answer.json()).data.username]).toEqual([200, handle]);
    await simulator.forget(handle);
  });
});
