import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CampaignDay, type Published, viewsOn } from './campaign-posts.ts';

/** Staff adds the screenshot of a post on the day on which it is due, unless the post has one. */
export async function provePost(day: CampaignDay, { campaignId, post, known }: Published): Promise<void> {
  if (known === undefined || post.provenDaysAgo !== day.daysAgo) return;
  const proofs = await day.advertiser.get<unknown[]>(`/campaigns/${campaignId}/posts/${known.id}/proofs`);
  if (proofs.length > 0) return;
  const [staff, path] = [await day.staff(), `/staff/posts/${known.id}`];
  const screenshot = await readFile(new URL('./reel.jpg', import.meta.url));
  const { uploadId, url, headers } = await staff.post<Upload>(`${path}/proof-uploads`, {
    ...{ fileName: 'reel.jpg', contentType: 'image/jpeg', size: screenshot.length },
    sha256: createHash('sha256').update(screenshot).digest('hex'),
  });
  const { status } = await fetch(url, { method: 'PUT', headers, body: screenshot });
  if (status !== 200) throw new Error(`the store answered ${status} to the screenshot of post ${known.id}`);
  await staff.post(`${path}/proof-uploads/${uploadId}/complete`);
  const takenAt = (await day.now()).toISOString();
  await staff.post(`${path}/proofs`, { uploadId, takenAt, views: viewsOn(day.daysAgo, post) });
}

interface Upload {
  readonly uploadId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
