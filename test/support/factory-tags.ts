import type { Reply } from './client.ts';
import { dataOf } from './market/campaigns.ts';
import type { Market } from './market/market.ts';
import { aPerson, type Person } from './market/people.ts';

/** The id of a new content factory of this user. */
export async function aFactory({ one }: Pick<Market, 'one'>, ownerId: number): Promise<number> {
  const { id } = await one(
    `insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
     values ($1, 'A factory', 24, 30, now(), now()) returning id`,
    [ownerId],
  );
  return Number(id);
}

/** Tags of users, made through the API. */
export function tagsOf(baseUrl: string) {
  const anOwner = () => aPerson(baseUrl);

  const aTag = async ({ api }: Caller, name: string): Promise<Reply['body']> =>
    dataOf(await api.post('/factories/tags', { name }), 201);

  async function tagsNamed(owner: Caller, ...names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names) ids.push((await aTag(owner, name)).id);
    return ids;
  }

  const listed = async ({ keyed }: Person, query = ''): Promise<Reply['body']> =>
    (await keyed.get(`/factories/tags${query}`)).body;

  return { anOwner, aTag, tagsNamed, listed };
}

type Caller = Pick<Person, 'api'>;
