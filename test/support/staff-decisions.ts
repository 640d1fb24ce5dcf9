import { clientOf } from './client.ts';
import { type Person, peopleOf } from './contract/people.ts';
import { campaignsOf, dataOf } from './market/campaigns.ts';
import type { Market } from './market/market.ts';
import { channelsOf } from './market/ownership.ts';
import { anUploadedSession, rejecting } from './market/recordings.ts';
import { sellersOf } from './market/sellers.ts';
import { aLink } from './market/tracking-links.ts';
import { newToken } from './stack/enrolled.ts';

interface Place {
  readonly market: Market;
  readonly baseUrl: string;
}

interface Subjects {
  readonly advertiser: Person;
  readonly creator: Person;
}

/**
 * Decides about users and what they own, each time for a reason with the mark, as a member of staff who stays. The last decision suspends both for a
 * while, which ends their tokens: it returns them with new ones.
 */
export async function decideAbout(place: Place, { advertiser, creator }: Subjects, mark: string): Promise<Subjects> {
  const { market, baseUrl } = place;
  const { twin: staff } = await peopleOf(baseUrl, market).aPerson({ roles: ['ADVERTISER', 'STAFF'] });
  const blocked = { blocked: true, reason: `${mark}block` };
  const accountId = await sellersOf(market).anAccount(creator.id);
  const sessionId = await anUploadedSession(market, accountId);
  dataOf(await staff.post(`/staff/stats-sessions/${sessionId}/decide`, { ...rejecting, reason: `${mark}recording` }));
  dataOf(await staff.put(`/staff/social-accounts/${accountId}/block`, blocked));
  const { aChannel } = channelsOf(market);
  const { id: claimed } = await aChannel(creator.id, { ownership: 'PENDING_REVIEW' });
  dataOf(await staff.post(`/staff/ownership-reviews/${claimed}/reject`, { reason: `${mark}ownership` }));
  const { id: channelId } = await aChannel(creator.id);
  dataOf(await staff.put(`/staff/channels/${channelId}/block`, blocked));
  const owner = { api: advertiser.twin };
  const link = await aLink(owner, await campaignsOf(baseUrl, market).aDraft(owner));
  dataOf(await staff.put(`/staff/tracking-links/${link.id}/block`, blocked));
  const suspended = async (person: Person): Promise<Person> => {
    const suspend = (body: object) => staff.put(`/staff/users/${person.id}/suspension`, body);
    dataOf(await suspend({ suspended: true, reason: `${mark}suspension` }));
    dataOf(await suspend({ suspended: false }));
    const token = (await newToken(baseUrl, person.id)) ?? '';
    return { ...person, token, twin: clientOf(baseUrl, token, '/api/v1') };
  };
  return { advertiser: await suspended(advertiser), creator: await suspended(creator) };
}
