import { randomUUID } from 'node:crypto';
import { dataOf } from '../market/campaigns.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** A user has a name once. */
const aName = () => `A name ${randomUUID()}`;
const absentId = 9_007_199_254_740_991;

/** Deletes the person's older tags outside of groups, because the walk exceeds the limit. */
const makeRoom = ({ market }: World, { id }: Person) =>
  market.pool.query(
    `delete from tags where id in (
       select id from tags where owner_id = $1 and not exists (select from tag_group_tags where tag_id = tags.id) order by id desc offset 20)`,
    [id],
  );

async function aTag(world: World, person: Person): Promise<number> {
  await makeRoom(world, person);
  return dataOf(await person.twin.post('/factories/tags', { name: aName() }), 201).id;
}

const changed = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});

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
};
