import { readFile } from 'node:fs/promises';
import { type CampaignDay, type Published, viewsOn } from './campaign-posts.ts';
import { uploadFile } from './upload-file.ts';

/** Staff adds the screenshot of a post on the day on which it is due, unless the post has one. */
export async function provePost(day: CampaignDay, { campaignId, post, known }: Published): Promise<void> {
  if (known === undefined || post.provenDaysAgo !== day.daysAgo) return;
  const proofs = await day.advertiser.get<unknown[]>(`/campaigns/${campaignId}/posts/${known.id}/proofs`);
  if (proofs.length > 0) return;
  const [staff, path] = [await day.staff(), `/staff/posts/${known.id}`];
  const screenshot = await readFile(new URL('./reel.jpg', import.meta.url));
  const file = { name: 'reel.jpg', type: 'image/jpeg', bytes: screenshot };
  const uploadId = await uploadFile(staff, `${path}/proof-uploads`, file);
  const takenAt = (await day.now()).toISOString();
  await staff.post(`${path}/proofs`, { uploadId, takenAt, views: viewsOn(day.daysAgo, post) });
}
