import type * as z from 'zod';
import { PlatformFailure } from '../failure.ts';
import { requestJson, shaped } from '../request.ts';
import type { ChannelRef, Cost, Credential, Meter } from '../social-platform.ts';
import { answers, type ChannelItem } from './answers.ts';
import { failureOf, reasonsIn } from './failure.ts';

export interface YouTubeSettings {
  readonly apiUrl: string;
  /** The YouTube Analytics API, which answers only to grants. */
  readonly analyticsUrl: string;
  /** The application's own key; without it only grants can ask. */
  readonly apiKey: string | undefined;
}

export interface Connected extends YouTubeSettings {
  readonly meter: Meter;
}

/** The maximum of items on a page, and of ids in a call. */
export const maxItems = 50;
const bucket = 'read';
/** Each call that is used here costs one unit of the quota of the day. YouTube has no smaller window. */
export const units = (calls: number): Cost => ({ bucket, calls, units: calls });

interface Listed<List> {
  readonly resource: string;
  readonly query: Readonly<Record<string, string>>;
  readonly shape: z.ZodType<List>;
}

/** A list of the Data API. */
export async function list<List>(settings: Connected, by: Credential, listed: Listed<List>): Promise<List> {
  const answer = await ask(settings, by, listed);
  if (answer.status === 200) return shaped(answer, listed.shape, `YouTube's ${listed.resource}`);
  throw failureOf(answer, listed.resource, { meter: settings.meter, bucket, by });
}

/** A list; null when YouTube refuses it by a 404 with this reason. */
export async function listUnless<List>(
  missing: string,
  settings: Connected,
  by: Credential,
  listed: Listed<List>,
): Promise<List | null> {
  const answer = await ask(settings, by, listed);
  if (answer.status === 404 && reasonsIn(answer).includes(missing)) return null;
  if (answer.status === 200) return shaped(answer, listed.shape, `YouTube's ${listed.resource}`);
  throw failureOf(answer, listed.resource, { meter: settings.meter, bucket, by });
}

function ask({ apiUrl, apiKey }: Connected, by: Credential, { resource, query }: Listed<unknown>) {
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/${resource}`);
  url.search = new URLSearchParams(query).toString();
  return requestJson({ url, headers: credentialOf(by, apiKey) });
}

function credentialOf(by: Credential, apiKey: string | undefined): Record<string, string> {
  if (by !== 'APP') return { authorization: `Bearer ${by.accessToken}` };
  if (apiKey === undefined) throw new PlatformFailure('REFUSED', 'the application has no key of YouTube');
  return { 'x-goog-api-key': apiKey };
}

/** The caller has paid for the first request. */
export async function findChannel(settings: Connected, ref: ChannelRef, by: Credential): Promise<ChannelItem | null> {
  const find = async (filter: Readonly<Record<string, string>>): Promise<ChannelItem | null> => {
    const shape = answers.channels();
    const { items } = await list(settings, by, {
      resource: 'channels',
      query: { part: channelParts, ...filter },
      shape,
    });
    return items[0] ?? null;
  };
  return find(filterOf(ref));
}

const channelParts = 'snippet,statistics,contentDetails';

/** Channels from before 2014 have a username, as in youtube.com/user/name. Another channel may have the same name as its handle. */
function filterOf(ref: ChannelRef): Record<string, string> {
  if (ref === 'OWN') return { mine: 'true' };
  if ('externalId' in ref) return { id: ref.externalId };
  const [, username] = /^user\/(.+)$/.exec(ref.handle) ?? [];
  return username === undefined ? { forHandle: ref.handle } : { forUsername: username };
}
