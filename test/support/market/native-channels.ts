import { randomBytes } from 'node:crypto';
import { externalIdOf } from '../../../scripts/local/endpoints/social-simulator/youtube/ids.ts';
import type { Client, Reply } from '../client.ts';
import type { controlOf } from '../stack/control.ts';
import type { Market } from './market.ts';

export interface NativeChannel {
  readonly id: number;
  readonly creatorId: number;
  readonly publicId: string;
  readonly handle: string;
}

/** Published creators with a channel of a supported platform. `control` belongs to a stack of one test file. */
export function nativeChannelsOf(market: Market, guest: Client, control?: ReturnType<typeof controlOf>) {
  async function aNativeChannel(): Promise<NativeChannel> {
    const { creator } = await market.aListing();
    const handle = `viewed-${randomBytes(5).toString('hex')}`;
    const account = await market.one(
      `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       values ($1, 'YOUTUBE', $2, $3, 'ACTIVE', true, 'BIO_CODE') returning id`,
      [creator.id, handle, externalIdOf(handle)],
    );
    const channel = await market.one(
      `insert into channels (creator_id, kind, platform, handle, canonical_url, social_account_id)
       values ($1, 'NATIVE', 'YOUTUBE', $2, $3, $4) returning id::int`,
      [creator.id, handle, `https://www.youtube.com/@${handle}`, account.id],
    );
    await market.refresh(creator.id);
    return { id: channel.id, creatorId: creator.id, publicId: creator.publicId, handle };
  }

  /** The time since which it is due. */
  const makeDue = ({ id }: { id: number }, since = '1 minute') =>
    market.pool.query('update channels set views_due_at = now() - $2::interval where id = $1', [id, since]);

  const dueOf = ({ id }: { id: number }): Promise<{ at: Date; failures: number }> =>
    market.one('select views_due_at as at, views_failures as failures from channels where id = $1', [id]);

  const postsOf = async ({ id }: NativeChannel): Promise<object[]> =>
    (
      await market.pool.query(
        'select external_id as id, views::int, is_public as "isPublic" from channel_posts where channel_id = $1 order by 1',
        [id],
      )
    ).rows;

  /** Its average views on the creator's page, after at most one second. */
  async function shownOf({ publicId, handle }: NativeChannel): Promise<Reply['body']> {
    if (!control) throw new Error('the page is read a second later');
    await control.moveOn(1_000);
    const page = await guest.get(`/creator-pages/${publicId}`);
    return page.body.data.metrics.find((metric: { channel: { handle: string } }) => metric.channel.handle === handle);
  }

  return { aNativeChannel, makeDue, dueOf, postsOf, shownOf };
}
