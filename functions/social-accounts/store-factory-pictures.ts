import {
  assignPicture,
  dueAccountPictures,
  dueCovers,
  type FactoryPicture,
  forgetOlderCovers,
  postponePicture,
  renewFactoryPicture,
} from '../../db/factories/pictures.ts';
import { pictureIntervalMs } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx } from '../context.ts';
import { log } from '../log.ts';
import { downloadPicture } from './download-picture.ts';
import type { SocialPlatform } from './open-platform.ts';
import { nextReadOf } from './profile-times.ts';
import { storeFor } from './store-picture.ts';

/** The newest posts of an account that have covers. */
const maxCovers = 60;
/** Covers that are fetched after one part of a scan. The others follow after the next scans. */
const coversAtOnce = 10;
const dayMs = 24 * 3_600_000;

/** An account of a factory as its platform has just shown it. */
export interface SeenAccount {
  readonly accountId: number;
  readonly platform: Platform;
  readonly images: Pick<SocialPlatform, 'image'>;
  readonly avatarUrl: string | null;
}

/** Fetches the pictures of accounts that are due, after the commit of their lists. A failure is logged, and tried again later. */
export async function storeAccountPictures(ctx: JobCtx, seen: readonly SeenAccount[]): Promise<void> {
  if (seen.length === 0) return;
  const ids = seen.map(({ accountId }) => accountId);
  const due = new Set(await dueAccountPictures(ctx.db, ids, ctx.now()));
  // Once, although a list that is asked for again after the renewal of a token is seen twice.
  for (const account of seen)
    if (due.delete(account.accountId))
      await fetchPicture(ctx, { of: 'ACCOUNT', id: account.accountId, ...account, address: account.avatarUrl });
}

/** Posts of an account of a factory as their platform has just shown them. */
export interface SeenPosts extends Omit<SeenAccount, 'avatarUrl'> {
  /** The addresses of their pictures by content id. Some expire within hours. */
  readonly covers: ReadonlyMap<string, string | null>;
}

/** Fetches the covers of the newest posts that are due, after the commit of their scan. A failure is logged, and tried again later. */
export async function storeCovers(ctx: JobCtx, seen: readonly SeenPosts[]): Promise<void> {
  for (const { covers, ...account } of seen) {
    const { accountId } = account;
    const due = await dueCovers(ctx.db, {
      ...{ accountId, contentIds: [...covers.keys()], at: ctx.now() },
      ...{ count: maxCovers, limit: coversAtOnce },
    });
    for (const { id, contentId } of due)
      await fetchPicture(ctx, { of: 'POST', id, ...account, address: covers.get(contentId) ?? null });
    if (due.length > 0) await ctx.db.transaction(forgetOlderCovers(accountId, maxCovers));
  }
}

interface Wanted extends FactoryPicture, Omit<SeenAccount, 'avatarUrl'> {
  readonly address: string | null;
}

async function fetchPicture(ctx: JobCtx, { platform, images, address, ...picture }: Wanted): Promise<void> {
  const { db, settings, now } = ctx;
  const fetched = { at: now(), dueAt: nextReadOf(platform, settings, now()) };
  const after: Promise<unknown>[] = [];
  try {
    const holder = {
      renew: (hash: Uint8Array) => renewFactoryPicture(db, picture, hash, fetched),
      assign: (...stored: [Parameters<typeof assignPicture>[1], string]) => assignPicture(picture, ...stored, fetched),
    };
    await storeFor(ctx, holder, await downloadPicture(images, { avatarUrl: address }), (work) => after.push(work));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'factory-pictures.failed', {
      platform,
      of: picture.of,
      id: picture.id,
      cause: String(error.cause ?? error),
    });
    const waitMs = (pictureIntervalMs(platform, settings) ?? 4 * dayMs) / 4;
    await db.transaction([postponePicture(picture, new Date(fetched.at.getTime() + waitMs))]);
  }
  await Promise.all(after);
}
