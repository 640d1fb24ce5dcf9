import type { Reply } from '../client.ts';
import { dataOf } from './campaigns.ts';
import { aPerson, type Person } from './people.ts';

/** Content factories of users, made through the API. */
export function factoriesOf(baseUrl: string) {
  const anOwner = (): Promise<Person> => aPerson(baseUrl, { roles: ['ADVERTISER'] });
  const aFactory = async (owner: Person, body: object = {}): Promise<Reply['body']> =>
    dataOf(await owner.api.post('/factories', { name: 'Drinks', ...body }), 201);
  const change = (owner: Person, { id, version }: Versioned, changes: object) =>
    owner.api.patch(`/factories/${id}`, { expectedVersion: version, ...changes });
  const add = (owner: Person, { id }: { readonly id: number }, body: object) =>
    owner.api.post(`/factories/${id}/accounts`, { platform: 'YOUTUBE', ...body });
  return { anOwner, aFactory, change, add };
}

interface Versioned {
  readonly id: number;
  readonly version: number;
}
