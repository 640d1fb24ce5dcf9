import { randomUUID } from 'node:crypto';
import { aFactory } from '../factory-tags.ts';
import { dataOf } from '../market/campaigns.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** A user has a name once. */
const aName = () => `A name ${randomUUID()}`;
export const absentId = 9_007_199_254_740_991;

/** Deletes the person's older tags outside of groups, because the walk exceeds the limit. */
const makeRoom = ({ market }: World, { id }: Person) =>
  market.pool.query(
    `delete from tags where id in (
       select id from tags where owner_id = $1 and not exists (select from tag_group_tags where tag_id = tags.id) order by id desc offset 20)`,
    [id],
  );

export async function aTag(world: World, person: Person): Promise<number> {
  await makeRoom(world, person);
  return dataOf(await person.twin.post('/factories/tags', { name: aName() }), 201).id;
}

/** A factory of the person, and the body of a group with one tag. */
async function aGroupBody(world: World, person: Person) {
  const id = await aFactory(world.market, person.id);
  return { params: { id: String(id) }, body: { name: 'Fashion', tagIds: [await aTag(world, person)] } };
}

/** A group of the person without tags: they would fill the limit. */
async function aGroup(world: World, person: Person) {
  const id = await aFactory(world.market, person.id);
  const group = dataOf(await person.twin.post(`/factories/${id}/tag-groups`, { name: aName(), tagIds: [] }), 201);
  return { params: { id: String(id), groupId: String(group.id) } };
}

const changed = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});

const savingGroup: Omit<OperationCase, 'ready'> = {
  otherwise: (requested) => changed(requested, { name: 'Another one' }),
  mistaken: (requested) => ({ ...changed(requested, { tagIds: [absentId] }), code: 'RESOURCE_NOT_FOUND' }),
};

export const factoryTagCases: Readonly<Record<string, OperationCase>> = {
  CreateFactoryTag: {
    async ready(world, person) {
      await makeRoom(world, person);
      return { body: { name: aName() } };
    },
    otherwise: (requested) => changed(requested, { name: aName() }),
  },
  DeleteFactoryTag: {
    ready: async (world, person) => ({ params: { id: String(await aTag(world, person)) } }),
    mistaken: (requested) => ({ ...requested, params: { id: String(absentId) }, code: 'RESOURCE_NOT_FOUND' }),
  },
  ListTagGroups: {
    ready: async (world, person) => ({ params: { id: (await aGroup(world, person)).params.id }, query: 'limit=3' }),
  },
  CreateTagGroup: { ready: aGroupBody, ...savingGroup },
  ReplaceTagGroup: {
    ready: async (world, person) => ({ ...(await aGroup(world, person)), body: { name: 'Fashion', tagIds: [] } }),
    ...savingGroup,
  },
  DeleteTagGroup: { ready: aGroup },
};
