import { randomUUID } from 'node:crypto';
import type { Reply } from '../client.ts';
import type { Market } from './market.ts';
import { aPerson, type Person } from './people.ts';

/** A valid campaign. */
export const aCampaignBody = (changes: object = {}) => ({
  title: 'Summer drinks',
  brief: 'Show the can for five seconds.',
  platforms: ['YOUTUBE'],
  payment: { model: 'CPM', cpmCents: '200' },
  budgetCents: '10000',
  ...changes,
});

/** Campaigns of advertisers, made through the API. */
export function campaignsOf(baseUrl: string, market: Market) {
  async function anAdvertiser(fundsCents = 100_000): Promise<Person> {
    const person = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
    if (fundsCents > 0) await market.deposit(person.userId, fundsCents);
    return person;
  }

  const aDraft = async (advertiser: Mover, changes: object = {}): Promise<Reply['body']> =>
    dataOf(await advertiser.api.post('/campaigns', aCampaignBody(changes)), 201);

  const aRunning = async (advertiser: Mover, changes: object = {}): Promise<Reply['body']> =>
    dataOf(await move(advertiser, await aDraft(advertiser, changes), 'start'));

  return { anAdvertiser, aDraft, aRunning };
}

type Mover = Pick<Person, 'api'>;

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** Requests an action of a campaign. */
export const move = (advertiser: Mover, { id, version }: Versioned, action: string, key: string = randomUUID()) =>
  advertiser.api.post(`/campaigns/${id}/${action}`, { expectedVersion: version }, { key });

/** Changes a campaign. */
export const change = (advertiser: Mover, { id, version }: Versioned, changes: object, key: string = randomUUID()) =>
  advertiser.api.patch(`/campaigns/${id}`, { expectedVersion: version, ...changes }, { key });

/** The data of a reply, which must have this status. */
export function dataOf({ status, body, text }: Reply, expected = 200): Reply['body'] {
  if (status !== expected) throw new Error(`${status}: ${text}`);
  return body.data;
}
