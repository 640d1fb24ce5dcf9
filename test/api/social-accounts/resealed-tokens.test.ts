import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTokens, sealTokens } from '../../../functions/social-accounts/grant-tokens.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

const current = { SEALING_SECRET: 'the current secret of this deployment' };
const previous = { SEALING_SECRET: 'the previous secret of this deployment' };
const forgotten = { SEALING_SECRET: 'a secret that nobody has kept anywhere' };

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { ...current, SEALING_SECRET_PREVIOUS: previous.SEALING_SECRET } },
);

type Secret = typeof current;
const everyNight = async (): Promise<void> => {
  await control.run({ kind: 'reseal-secrets', of: 'SOCIAL_ACCOUNTS', afterId: 0 });
  await control.untilQueuesAreEmpty();
};

async function sealedOf(id: number) {
  const { access, refresh } = await market.one(
    `select encode(sealed_access, 'hex') as access, encode(sealed_refresh, 'hex') as refresh
     from social_grants where social_account_id = $1`,
    [id],
  );
  return { access, refresh };
}

/** Seals the tokens of a connection under another secret. */
async function sealUnder(id: number, tokens: { accessToken: string; refreshToken: string | null }, secret: Secret) {
  const { sealedAccess, sealedRefresh } = await sealTokens(id, tokens, secret);
  await market.pool.query(
    'update social_grants set sealed_access = $2, sealed_refresh = $3 where social_account_id = $1',
    [id, Buffer.from(sealedAccess), sealedRefresh && Buffer.from(sealedRefresh)],
  );
}

async function aConnectionSealedUnder(secret: Secret) {
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `seal${randomBytes(5).toString('hex')}`;
  expect((await connect(creator, handle, { platform: 'TWITCH' })).status).toBe(200);
  const { id } = (await creator.api.get('/social-accounts')).body.data[0];
  const tokens = await openTokens(Number(id), await sealedOf(id), current);
  if (tokens === null) throw new Error('it is connected');
  await sealUnder(Number(id), tokens, secret);
  return { id: Number(id), tokens, creator };
}

describe('tokens that were sealed under the previous SEALING_SECRET', () => {
  test('are sealed under the current one by the next night, and others stay as they are', async () => {
    const [old, own, lost] = [
      await aConnectionSealedUnder(previous),
      await aConnectionSealedUnder(current),
      await aConnectionSealedUnder(forgotten),
    ];
    const untouched = [await sealedOf(own.id), await sealedOf(lost.id)];
    await everyNight();
    expect(await openTokens(old.id, await sealedOf(old.id), current)).toEqual(old.tokens);
    expect([await sealedOf(own.id), await sealedOf(lost.id)]).toEqual(untouched);
    expect(readFileSync(stack.logFile, 'utf8')).toMatch(/"event":"connection.resealed","resealed":\d+,"lost":1/);
  });

  test('can be used for a renewal before that night', async () => {
    const { id } = await aConnectionSealedUnder(previous);
    await control.moveOn(4 * 3_600_000);
    await control.run('take-due-connections');
    await control.untilQueuesAreEmpty();
    expect(await openTokens(id, await sealedOf(id), current)).not.toBeNull();
  });

  test('are sealed anew for every connection, however many exist', async () => {
    const { id, creator } = await aConnectionSealedUnder(previous);
    const { rows } = await market.pool.query(
      `with made as (
         insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via, verified_at, created_at, updated_at)
         select owner_id, platform, 'many' || n, 'many' || n, status, true, verified_via, now(), now(), now()
         from social_accounts, generate_series(1, $2::int) n where id = $1 returning id)
       insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, updated_at)
       select id, 'TWITCH', '{}', 'ACTIVE', '', now() + interval '1 year', now(), now() from made returning social_account_id::float8 as id`,
      // A batch has a hundred.
      [id, depth(130, 230)],
    );
    const ids: number[] = rows.map(({ id }) => id);
    for (const many of ids) await sealUnder(many, { accessToken: `token ${many}`, refreshToken: null }, previous);
    await everyNight();
    for (const many of ids)
      expect(await openTokens(many, await sealedOf(many), current)).toEqual({
        accessToken: `token ${many}`,
        refreshToken: null,
      });
    expect((await creator.keyed.get('/social-accounts')).status).toBe(200);
  });
});
