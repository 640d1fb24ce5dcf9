import { createHash, randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { ObjectStore } from '../../functions/platform/object-store.ts';

export interface ProofsData {
  readonly campaignId: number;
  readonly creatorId: number;
  readonly accountId: number;
  readonly posts: number;
  /** The size in bytes of the screenshot with this place. */
  readonly sizeAt: (place: number) => number;
}

const atOnce = 16;

/**
 * Adds posts to a campaign, each with a screenshot whose bytes differ from the others. The rows skip the rules of submissions. Returns the ids of the
 * posts in order. The client owns the tables.
 */
export async function growProofs(
  client: ClientBase | Pool,
  store: Pick<ObjectStore, 'put'>,
  { campaignId, creatorId, accountId, posts, sizeAt }: ProofsData,
): Promise<number[]> {
  const { rows: ids } = await client.query<{ first: number }>(
    `select setval('campaign_posts_id_seq', nextval('campaign_posts_id_seq') + ${posts})::int - ${posts} as first`,
  );
  const first = Number(ids[0]?.first);
  const images = Array.from({ length: posts }, (_, n) => imageOf(first + n, sizeAt(n)));
  for (let from = 0; from < posts; from += atOnce)
    await Promise.all(images.slice(from, from + atOnce).map(({ key, read }) => store.put(key, read(), 'image/jpeg')));
  const rows = JSON.stringify(images.map(({ read: _, ...row }) => row));
  await client.query(`begin; set local session_replication_role = replica;
    create temporary table image on commit drop as
      select * from json_to_recordset('${rows}') as image(post bigint, size bigint, "uploadId" uuid, key text, sha256 text);
    insert into posts (platform, content_id, social_account_id, created_at)
    select 'INSTAGRAM', 'R' || post, ${accountId}, now() from image;
    insert into campaign_posts (id, campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status,
      submitted_at, decided_at, updated_at)
    select post, ${campaignId}, ${creatorId}, ${accountId}, 'INSTAGRAM', content_id, 'https://www.instagram.com/reel/' || content_id || '/', posts.id,
      now() - interval '1 day', 'ACCEPTED', now() - interval '1 day', now(), now()
    from image join posts on platform = 'INSTAGRAM' and content_id = 'R' || post;
    insert into private_uploads (id, owner_id, campaign_post_id, file_name, content_type, size, sha256, status, incoming_key, stored_key,
      expires_at, created_at, updated_at)
    select "uploadId", ${creatorId}, post, 'tile.jpg', 'image/jpeg', size, decode(sha256, 'hex'), 'VERIFIED', 'incoming/' || "uploadId", key,
      now(), now(), now() from image;
    insert into campaign_proofs (campaign_post_id, upload_id, taken_at, views, created_at)
    select post, "uploadId", now() - post % 60 * interval '1 minute', nullif(post % 7, 0) * 100, now() from image;
    commit`);
  return images.map(({ post }) => post);
}

interface Image {
  readonly post: number;
  readonly size: number;
  readonly uploadId: string;
  readonly key: string;
  readonly sha256: string;
  read(): Buffer<ArrayBuffer>;
}

function imageOf(post: number, size: number): Image {
  const read = () => {
    const image = Buffer.alloc(size, 0x55);
    image.writeUInt32BE(0xffd8ffe0);
    image.writeUInt32BE(post, size - 4);
    return image;
  };
  const uploadId = randomUUID();
  const sha256 = createHash('sha256').update(read()).digest('hex');
  return { post, size, uploadId, key: `stored/${uploadId}/${randomUUID()}`, sha256, read };
}
