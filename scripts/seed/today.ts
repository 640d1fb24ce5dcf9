import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Platform } from '../../schema/shared/enums.ts';
import type { apiOf } from './api.ts';
import { itemOf } from './buy.ts';

type Api = ReturnType<typeof apiOf>;

interface Entry {
  readonly publicId: string;
  readonly services: readonly { readonly serviceListingId: number }[];
}

const listName = 'Winter event';

/** A saved list of the advertiser, and a draft order from two of its creators. Both are made once. */
export async function planOrder(advertiser: Api, now: Date): Promise<void> {
  const lists = await advertiser.get<{ name: string }[]>('/saved-lists');
  if (lists.some(({ name }) => name === listName)) return;
  const found = await advertiser.get<Entry[]>('/creator-catalog?minViews=10000&limit=3');
  const [first, second] = found.flatMap(({ services: [service] }) => service ?? []);
  if (first !== undefined && second !== undefined) {
    const brief = 'Show the winter event of Meadowlight for a minute, and put the link to the store first.';
    const items = [first, second].map(({ serviceListingId }) => itemOf(serviceListingId, brief, now));
    await advertiser.post('/placement-orders', { items });
  }
  // The list comes last, because it ends the function above.
  const { id } = await advertiser.post<{ id: number }>('/saved-lists', { name: listName });
  for (const { publicId } of found) await advertiser.put(`/saved-lists/${id}/creators/${publicId}`, {});
}

/** A creator asks staff to prove a channel without a connected account, with a screenshot. */
export async function askForReview(creator: Api): Promise<void> {
  const channels =
    await creator.get<{ id: number; platform: Platform; kind: string; ownership: string }[]>('/influencer-channels');
  const manual = channels.find(({ kind, ownership }) => kind === 'MANUAL' && ownership === 'NONE');
  if (manual === undefined) return;
  const path = `/influencer-channels/${manual.id}`;
  await creator.post(`${path}/ownership-challenge`, {});
  const screenshot = await readFile(new URL('./reel.jpg', import.meta.url));
  const { uploadId, url, headers } = await creator.post<Upload>(`${path}/ownership-uploads`, {
    ...{ fileName: 'studio.jpg', contentType: 'image/jpeg', size: screenshot.length },
    sha256: createHash('sha256').update(screenshot).digest('hex'),
  });
  const { status } = await fetch(url, { method: 'PUT', headers, body: screenshot });
  if (status !== 200) throw new Error(`the store answered ${status} to the screenshot of channel ${manual.id}`);
  await creator.post(`${path}/ownership-uploads/${uploadId}/complete`, {});
  const note = 'The studio of the channel, signed in as its owner.';
  await creator.post(`${path}/ownership-evidence`, { uploadIds: [uploadId], note });
  await creator.post(`${path}/submit`, {});
}

interface Upload {
  readonly uploadId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
