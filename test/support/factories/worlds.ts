import { dataOf } from '../market/campaigns.ts';
import { factoriesOf } from '../market/factories.ts';
import type { Person } from '../market/people.ts';
import type { RawFactory } from './raw.ts';
import { rawOf } from './raw.ts';
import { randomOf, scansOfWorlds, type WorldMarket } from './world-scans.ts';

const dayMs = 86_400_000;

export interface FactoryWorld extends RawFactory {
  readonly owner: Person;
  readonly factoryId: number;
  readonly tagIds: readonly number[];
}

/** Random factories, whose scans are stored as the job stores them. `random` gives numbers from 0 to 1. */
export function worldsOf(own: WorldMarket, random: () => number) {
  const { stack, market } = own;
  const factories = factoriesOf(stack.baseUrl);
  const { upTo, pick } = randomOf(random);
  const { anAccount, scan } = scansOfWorlds(own, random);

  async function aWorld(now: Date): Promise<FactoryWorld> {
    const owner = await factories.anOwner();
    const { id: factoryId } = await factories.aFactory(owner, { intervalHours: 4, trackingDays: 365 });
    await market.pool.query('insert into credit_accounts (owner_id, balance, updated_at) values ($1, 1000000, now())', [
      owner.userId,
    ]);
    await market.pool.query(
      `insert into credit_entries (owner_id, kind, reason, amount, balance_after, reference, granted_by, created_at)
       values ($1, 'CREDIT', 'GRANT', 1000000, 1000000, gen_random_uuid()::text, $1, now())`,
      [owner.userId],
    );
    const tagIds = [
      dataOf(await owner.api.post('/factories/tags', { name: 'One' }), 201).id,
      dataOf(await owner.api.post('/factories/tags', { name: 'Two' }), 201).id,
    ];
    const accountIds: number[] = [];
    for (let n = 0; n <= upTo(3); n += 1) accountIds.push(await anAccount(factoryId, now, n));
    for (const id of accountIds)
      for (const tag of tagIds.filter(() => random() < 0.4))
        await market.pool.query('insert into factory_account_tags (account_id, tag_id) values ($1, $2)', [id, tag]);
    const begin = now.getTime() - 8 * dayMs;
    for (let at = begin + upTo(dayMs); at < now.getTime(); at += 4 * 3_600_000 + upTo(dayMs))
      for (const id of accountIds.filter(() => random() < 0.8)) await scan(id, factoryId, owner.userId, new Date(at));
    if (random() < 0.3)
      await market.pool.query('select factory_forget(array[$1::bigint], $2)', [
        pick(accountIds),
        new Date(begin + upTo(8 * dayMs)),
      ]);
    return { owner, factoryId, tagIds, ...(await rawOf(market, factoryId)) };
  }

  return { aWorld, pick, upTo };
}
