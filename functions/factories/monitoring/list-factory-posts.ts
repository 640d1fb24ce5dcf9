import {
  forgetFailedPages,
  type HeldFactoryAccount,
  heldFactoryAccounts,
  recordListing,
  recordUnavailable,
} from '../../../db/factories/listings.ts';
import { lockAccounts } from '../../../db/factories/scans.ts';
import { countUnpaidUnits } from '../../../db/factories/unpaid-listings.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import {
  type Credential,
  PlatformFailure,
  type PlatformMessage,
  postReadersOf,
  runPlatformWork,
  type SocialPlatform,
} from '../../social-accounts/index.ts';
import { countFailures, factoryWork } from './factory-work.ts';
import { messageOfPictures, refOf, trackedOf } from './rules.ts';
import { dayOf } from './unpaid-budgets.ts';

const pageSize = 50;

/**
 * Lists one page of the posts of an account of a factory, newest first. Older pages follow at once, in messages of their own. Listing costs no
 * credits. If the platform fails, nothing changes, and the account is due again soon.
 */
export async function listFactoryPosts(ctx: JobCtx, message: PlatformMessage): Promise<JobResult> {
  const leaseEnd = new Date(message.leaseEnd);
  const listing = { leaseEnd, at: ctx.now(), xReads: ctx.settings.X_READS_PER_DAY };
  const pictures: Job[] = [];
  const result = await runPlatformWork<HeldFactoryAccount>(
    ctx,
    {
      name: 'factory-posts',
      work: 'FACTORY_ACCOUNTS',
      ...factoryWork,
      cost: ({ costs: { latest, channel } }, accounts) => ({
        bucket: latest.bucket,
        calls: accounts * (latest.calls + (channel.bucket === latest.bucket ? channel.calls : 0)),
        units: accounts * (latest.units + channel.units),
      }),
      held: (ids) => heldFactoryAccounts(ids, { ...postReadersOf(ctx), ...listing }),
      async ask(adapter, by, accounts, { platform }) {
        // Again after the renewal of a token.
        pictures.length = 0;
        const statements = [];
        for (const account of accounts) {
          const listed = await listPage(adapter, by, account, ctx.now());
          // One empty answer proves nothing about an account that the platform has shown before.
          if (listed === null && account.externalId !== null)
            throw new PlatformFailure('ABSENT', 'the platform does not show a known account');
          const address = listed?.channel?.avatarUrl ?? null;
          if (account.isPictureDue && address !== null)
            pictures.push(...messageOfPictures(platform, account.id, [{ of: 'ACCOUNT', id: account.id, address }]));
          statements.push(
            ...(listed === null
              ? recordUnavailable(account, listing)
              : recordListing({ account, platform, ...listed }, listing)),
          );
        }
        return statements;
      },
      count: (accounts, units, { platform }) =>
        countUnpaidUnits(
          accounts.filter(({ isFollowedByScan }) => !isFollowedByScan),
          { platform, day: dayOf(ctx, platform), units },
        ),
      failed(accounts, isOfRows) {
        const ids = accounts.map(({ id }) => id);
        return [...lockAccounts(ids), forgetFailedPages(ids), ...countFailures(accounts, isOfRows)];
      },
    },
    message,
  );
  if (pictures.length > 0) await ctx.enqueue(pictures);
  return result;
}

/** The account, its profile and the next page of its posts; null when the platform has no such account. Only the request for the first page reads the profile. */
async function listPage(adapter: SocialPlatform, by: Credential, account: HeldFactoryAccount, now: Date) {
  const { nextPage } = account;
  const isFirst = nextPage === null || account.externalId === null;
  const channel = isFirst ? await adapter.channel(by === 'APP' ? refOf(account) : 'OWN', by) : null;
  const externalId = channel?.externalId ?? account.externalId;
  if (externalId === null || (isFirst && channel === null)) return null;
  const cursor = isFirst ? {} : { cursor: nextPage };
  const page = await adapter.latest(externalId, by, {
    limit: pageSize,
    listId: channel?.listId,
    withoutAnnounced: true,
    ...cursor,
  });
  return {
    channel,
    externalId,
    handle: channel?.handle ?? null,
    title: channel?.title ?? null,
    ...trackedOf(page, account, now),
  };
}
