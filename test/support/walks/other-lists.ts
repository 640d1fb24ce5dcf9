import { randomUUID } from 'node:crypto';
import { peopleOf } from '../contract/people.ts';
import { dataOf } from '../market/campaigns.ts';
import type { Market } from '../market/market.ts';
import { aPerson, type Person } from '../market/people.ts';
import { shared } from '../stack/shared.ts';
import { type MovingList, pageOf, pathOf, type Run, size } from './moving-list.ts';

const anOwner = () => aPerson(shared.baseUrl, { roles: ['ADVERTISER'] });

/** The accounts with posts in a campaign. */
export async function creatorsOfCampaign(run: Run): Promise<MovingList> {
  const [owner, creator] = [await anOwner(), await aPerson(shared.baseUrl, { roles: ['CREATOR'] })];
  const campaign = {
    ...{ title: 'Drinks', brief: 'A brief.', platforms: ['YOUTUBE'], budgetCents: '10000' },
    payment: { model: 'CPM', cpmCents: '100' },
  };
  const { id } = dataOf(await owner.api.post('/campaigns', campaign), 201);
  const ids = await run(
    `insert into social_accounts (owner_id, platform, handle, external_id)
     select $1, 'YOUTUBE', 'walked' || n, 'UC' || $2 || '-' || n from generate_series(1, ${size}) n returning id`,
    [creator.userId, String(id)],
  );
  await run(
    `insert into campaign_accounts (campaign_id, social_account_id, creator_id, platform, posts, views)
     select $1, id, $2, 'YOUTUBE', 1, id % 5 from social_accounts where id = any ($3::bigint[]) returning social_account_id as id`,
    [id, creator.userId, ids],
  );
  return {
    ids,
    page: async (cursor) => pageOf((await owner.keyed.get(`/campaigns/${id}/creators?${pathOf(cursor)}`)).body),
    move: (step) =>
      run(
        `update campaign_accounts set views = social_account_id * $2::bigint * 7919 % 7 where campaign_id = $1
         returning social_account_id as id`,
        [id, step],
      ),
    remove: (removed) =>
      run(
        `delete from campaign_accounts where campaign_id = $1 and social_account_id = $2 returning social_account_id as id`,
        [id, removed],
      ),
  };
}

interface SmallList {
  readonly path: string;
  /** Makes a row, and returns its id. */
  make(n: number): Promise<string>;
  readonly remove: string;
  /** Null: its values never change. */
  readonly move: string | null;
}

async function small(run: Run, owner: Person, { path, make, remove, move }: SmallList): Promise<MovingList> {
  const ids: string[] = [];
  for (let n = 0; n < size; n++) ids.push(await make(n));
  return {
    ids,
    page: async (cursor) => pageOf((await owner.api.get(`${path}?${pathOf(cursor)}`)).body),
    move: async (step) => (move === null ? [] : run(`${move} returning 1 as id`, [step, ids])),
    remove: (id) => run(`${remove} returning 1 as id`, [id]),
  };
}

const posted = async (owner: Person, path: string, body: object): Promise<string> =>
  String(dataOf(await owner.api.post(path, body), 201).id);

export async function tagsOfOwner(run: Run): Promise<MovingList> {
  const owner = await anOwner();
  const make = (n: number) => posted(owner, '/factories/tags', { name: `Tag ${(n * 5) % size}` });
  return small(run, owner, { path: '/factories/tags', make, remove: 'delete from tags where id = $1', move: null });
}

const ofFactory = async (path: string) => {
  const owner = await anOwner();
  return { owner, path: `/factories/${await posted(owner, '/factories', { name: 'Drinks' })}/${path}` };
};

export async function tagGroupsOfFactory(run: Run): Promise<MovingList> {
  const { owner, path } = await ofFactory('tag-groups');
  const make = (n: number) => posted(owner, path, { name: `Group ${n}`, tagIds: [] });
  const move = `update tag_groups set name = (id * $1::bigint * 7919 % 97) || ' ' || id where id::text = any ($2::text[])`;
  return small(run, owner, { path, make, move, remove: 'delete from tag_groups where id = $1' });
}

export async function shareLinksOfFactory(run: Run): Promise<MovingList> {
  const { owner, path } = await ofFactory('share-links');
  const make = () => posted(owner, path, {});
  return small(run, owner, { path, make, move: null, remove: 'delete from share_links where id = $1' });
}

export async function savedListsOfOwner(run: Run): Promise<MovingList> {
  const owner = await anOwner();
  const make = (n: number) => posted(owner, '/saved-lists', { name: `List ${n}` });
  return small(run, owner, { path: '/saved-lists', make, move: null, remove: 'delete from saved_lists where id = $1' });
}

export async function savedCreators(run: Run, market: Market): Promise<MovingList> {
  const owner = await anOwner();
  const path = `/saved-lists/${await posted(owner, '/saved-lists', { name: 'Retro' })}/creators`;
  const ofCreator = 'creator_id = (select user_id from creators where public_id::text';
  const make = async () => {
    const { publicId } = (await market.aListing()).creator;
    dataOf(await owner.api.put(`${path}/${publicId}`, {}));
    return String(publicId);
  };
  // A creator who is removed and saved again is at the beginning.
  const move = `update saved_creators set saved_at = now() - (creator_id * $1::bigint * 7919 % 97) * interval '1 minute'
    where creator_id in (select user_id from creators where public_id::text = any ($2::text[]))`;
  return small(run, owner, { path, make, move, remove: `delete from saved_creators where ${ofCreator} = $1)` });
}

/** The users whose `column` begins with one text, in its order. */
async function foundUsers(
  run: Run,
  market: Market,
  by: 'EMAIL' | 'NAME',
  column: 'email' | 'name',
): Promise<MovingList> {
  const { twin } = await peopleOf(shared.baseUrl, market).aPerson({ roles: ['STAFF'] });
  const begin = `walked${randomUUID().slice(0, 8)}`;
  const ids = await run(
    `insert into users (name, email) select $1 || n * 5 % 9, $1 || n * 5 % 9 || '@castline.example' from generate_series(1, ${size}) n returning id`,
    [begin],
  );
  return {
    ids,
    page: async (cursor) => pageOf((await twin.get(`/staff/users?by=${by}&search=${begin}&${pathOf(cursor)}`)).body),
    move: (step) =>
      run(
        `update users set ${column} = $1 || (id * $2::bigint * 7919 % 97) || 'x' || id where id = any ($3::bigint[]) returning id`,
        [begin, step, ids],
      ),
    remove: (id) => run(`update users set ${column} = 'former' || id where id = $1 returning id`, [id]),
  };
}

export const usersByName = (run: Run, market: Market) => foundUsers(run, market, 'NAME', 'name');
export const usersByAddress = (run: Run, market: Market) => foundUsers(run, market, 'EMAIL', 'email');
