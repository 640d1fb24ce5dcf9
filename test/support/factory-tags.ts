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

const groupsAt = (factoryId: number) => `/factories/${factoryId}/tag-groups`;

/** Tags of users and groups of their tags, made through the API. */
export function tagsOf(baseUrl: string, market: Pick<Market, 'one'>) {
  const anOwner = () => aPerson(baseUrl);

  async function anOwnFactory() {
    const owner = await anOwner();
    return { owner, factoryId: await aFactory(market, owner.userId) };
  }

  const aTag = async ({ api }: Caller, name: string): Promise<Reply['body']> =>
    dataOf(await api.post('/factories/tags', { name }), 201);

  async function tagsNamed(owner: Caller, ...names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names) ids.push((await aTag(owner, name)).id);
    return ids;
  }

  const listed = async ({ keyed }: Person, query = ''): Promise<Reply['body']> =>
    (await keyed.get(`/factories/tags${query}`)).body;

  const aGroup = async ({ api }: Caller, factoryId: number, name: string, tagIds: readonly number[] = []) =>
    dataOf(await api.post(groupsAt(factoryId), { name, tagIds }), 201);

  const groupsIn = async ({ keyed }: Person, factoryId: number, query = ''): Promise<Reply['body']> =>
    (await keyed.get(`${groupsAt(factoryId)}${query}`)).body;

  return { anOwner, anOwnFactory, aTag, tagsNamed, listed, aGroup, groupsIn, groupsAt };
}

type Caller = Pick<Person, 'api'>;
