import type { Platform } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { log } from '../../log.ts';
import { batchesOf } from '../../metrics/measurement/index.ts';
import { type Credential, isFailureOfAll, type Reading, type SocialPlatform } from '../../social-accounts/index.ts';

interface Asked {
  readonly id: number;
  readonly contentId: string;
}

/** What a platform has answered for some posts. */
export interface ReadPart {
  readonly readings: ReadonlyMap<string, Reading>;
  /** The last post that was asked for. */
  readonly askedUntil: number;
  /** The failure after which no more posts were asked for; null: all were asked for. */
  readonly stoppedBy: Refusal | null;
  /** The last failure of a batch; null: each has an answer. */
  readonly failure: Refusal | null;
}

/** Failed requests in a row after which the platform is taken to be away. More than the malformed posts that an account may have side by side. */
const patience = 10;

/**
 * Reads posts in full batches. A batch for which the platform gives a malformed answer has no readings, and delays no other. A limit of the
 * platform, or its silence, ends the part: what was answered before is returned.
 */
export async function readPart(
  adapter: SocialPlatform,
  by: Credential,
  { platform, asked }: { readonly platform: Platform; readonly asked: readonly Asked[] },
): Promise<ReadPart> {
  const readings = new Map<string, Reading>();
  let [askedUntil, failures] = [0, 0];
  let failure: Refusal | null = null;
  for (const batch of batchesOf(asked, adapter.postsPerCall)) {
    const ids = batch.map(({ contentId }) => contentId);
    try {
      for (const [id, reading] of await adapter.posts(ids, by)) readings.set(id, reading);
      failures = 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures += 1;
      failure = error;
      if (isFailureOfAll(error) || failures === patience) return { readings, askedUntil, stoppedBy: error, failure };
      log('warn', 'factory-scans.batch-failed', { platform, ids, cause: String(error.cause ?? error) });
    }
    askedUntil = batch.at(-1)?.id ?? askedUntil;
  }
  return { readings, askedUntil, stoppedBy: null, failure };
}
