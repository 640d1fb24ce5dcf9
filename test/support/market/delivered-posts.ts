import type { Market } from './market.ts';
import { postsOf } from './posts.ts';

/** Delivers so many posts of one assignment directly in the database. They are due, and no other post is. */
export async function deliverPosts(market: Market, baseUrl: string, count: number): Promise<void> {
  const { deliverableId } = await postsOf(market, baseUrl).aPost();
  await market.pool.query('update posts set due_at = null');
  await market.pool.query(
    `with added as (
       insert into posts (platform, content_id, due_at, created_at)
       select 'YOUTUBE', 'v' || lpad(n::text, 10, '0'), now() - interval '1 minute', now() from generate_series(1, $2::int) n
       returning id, content_id
     ), results as (
       insert into deliverables (assignment_id, position, kind, content_id, url, expected_at)
       select assignment_id, 100 + row_number() over (), kind, added.content_id, url, expected_at
       from deliverables cross join added where deliverables.id = $1 returning id, content_id
     )
     insert into deliverable_scans (deliverable_id, platform, content_id, post_id, delivered_at)
     select results.id, 'YOUTUBE', content_id, added.id, now() from results join added using (content_id)`,
    [deliverableId, count],
  );
}
