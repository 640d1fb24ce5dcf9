import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { leaseFor, release } from '../../db/leases.ts';
import { checkable, leaseCheck, markRejected, markVerified, type ServedCopy } from '../../db/uploads/checks.ts';
import type { LeasableUpload, UploadRecord } from '../../db/uploads/records.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { CompletedUpload } from '../../schema/uploads/uploads.ts';
import type { Ctx } from '../context.ts';
import { commit, Replay } from '../idempotency.ts';
import { begin, type Target } from '../mutate.ts';
import { type ObjectStore, openObjectStore } from '../platform/object-store.ts';
import { isRejected, type RejectedFile } from './rejected-file.ts';
import { refuseUnless } from './rules.ts';
import { BeingChecked, settleUpload } from './settle-upload.ts';

export interface Completion {
  readonly upload: LeasableUpload;
  /** The first statements of the deciding commit. They lock the target and refuse when it takes no more files. */
  readonly guards: readonly SQLWrapper[];
  /** The records of each outcome at the target, in the same commit. */
  readonly recorded?: Readonly<Record<'VERIFIED' | 'REJECTED', readonly SQLWrapper[]>>;
  /** The records are in the outbox too. */
  readonly isNotifying?: boolean;
}

/** A mutation that completes an upload. */
export interface UploadCompletion<Found, Seen> extends Pick<Target<Found, Seen, never, never>, 'facts' | 'visible'> {
  /** The upload and its target. It throws the refusal of a target that takes no files. */
  completionOf(seen: Seen): Completion;
}

/**
 * Verifies an upload and stores a copy without image metadata and without what follows its end, or throws INVALID_PROOF: the file stays
 * PENDING if nothing has arrived, otherwise it is REJECTED. A PUT URL works until it expires, so the checked and served file is a copy at a
 * key that no URL can write.
 * Concurrent completions do the work once: the others wait for the outcome in settleUpload.
 */
export const completeUpload = <Found, Seen>(
  ctx: Ctx,
  { facts, visible, completionOf }: UploadCompletion<Found, Seen>,
): Promise<{ data: CompletedUpload }> =>
  settleUpload(async () => {
    const { seen } = await begin(ctx, { facts, visible });
    return complete(ctx, completionOf(seen));
  });

async function complete(ctx: Ctx, completion: Completion): Promise<{ data: CompletedUpload }> {
  const { upload } = completion;
  const answer = { data: { uploadId: upload.id, status: 'VERIFIED' as const } };
  refuseUnless('complete', upload, ctx.now());
  if (upload.status === 'VERIFIED') return commit(ctx, [], answer);
  if (isBeingChecked(upload, ctx.now())) throw new BeingChecked();
  const store = openObjectStore(ctx.settings);
  const copy = startCopy(store, upload);
  // The facts do not lease the file: they are read beside the checks of the call, and a call that a check refuses changes nothing.
  const lease = leaseFor(ctx.now(), leaseSeconds);
  const isLeased = await leaseCheck(ctx.db, upload.id, lease).catch((error: unknown) => {
    ctx.defer(dropped(store, copy));
    throw error;
  });
  if (!isLeased) {
    ctx.defer(dropped(store, copy));
    throw new BeingChecked();
  }
  const checked = check(ctx, completion, { store, copy, answer }).catch(async (error: unknown) => {
    // A failure to release is ignored: the lease expires.
    await release(ctx.db, checkable, [{ id: upload.id, dueAt: null }], lease).catch(() => undefined);
    throw error;
  });
  // Releases the lease even if the caller disconnects.
  ctx.defer(checked.catch(() => undefined));
  await checked;
  return answer;
}

interface Copy {
  readonly key: string;
  /** Resolves to false when nothing has arrived. */
  readonly made: Promise<boolean>;
}

/** Copies the file while it is leased, which saves a round trip. Of concurrent completions several may copy it, and one checks its copy. */
function startCopy(store: ObjectStore, upload: UploadRecord): Copy {
  const key = newKey(upload);
  const made = store.copy(upload.incomingKey, key, upload);
  // A caller without the lease does not wait for its copy.
  made.catch(() => undefined);
  return { key, made };
}

/** Deletes the copy of a caller who did not get the lease. */
const dropped = (store: ObjectStore, { key, made }: Copy): Promise<void> =>
  made.then(
    () => forget(store, [key]),
    () => forget(store, [key]),
  );

async function check(
  ctx: Ctx,
  completion: Completion,
  { store, copy, answer }: { store: ObjectStore; copy: Copy; answer: { data: CompletedUpload } },
): Promise<void> {
  const { upload, guards, isNotifying = false } = completion;
  const [copyKey, editedKey] = [copy.key, newKey(upload)];
  if (!(await copy.made)) throw notArrived();
  // Loaded on first use, with the parsers of files: few requests need them.
  const { servedCopy } = await import('./served-copy.ts');
  const served = await servedCopy(ctx, store, upload, { from: copyKey, to: editedKey })
    .then(async (found) => {
      const statements = [...guards, ...decisionOf(completion, found, ctx.now())];
      if (isRejected(found)) await ctx.db.transaction(statements);
      else await commit(ctx, statements, answer, { isNotifying });
      return found;
    })
    .catch((error: unknown) => {
      if (isUndone(error)) ctx.defer(forget(store, [copyKey, editedKey]));
      throw error;
    });
  const keptKey = isRejected(served) ? null : served.storedKey;
  ctx.defer(
    forget(
      store,
      [upload.incomingKey, copyKey, editedKey].filter((key) => key !== keptKey),
    ),
  );
  if (!isRejected(served)) return;
  if (isNotifying) ctx.nudge();
  throw new Refusal('INVALID_PROOF', served.reason);
}

const decisionOf = ({ upload, recorded }: Completion, served: ServedCopy | RejectedFile, at: Date): SQLWrapper[] =>
  isRejected(served)
    ? [markRejected(upload.id, at), ...(recorded?.REJECTED ?? [])]
    : [markVerified(upload.id, served, at), ...(recorded?.VERIFIED ?? [])];

const isBeingChecked = ({ checkLeasedUntil }: LeasableUpload, now: Date): boolean =>
  checkLeasedUntil !== null && new Date(checkLeasedUntil) > now;

const newKey = ({ id }: UploadRecord): string => `stored/${id}/${crypto.randomUUID()}`;

// The lease of an interrupted check ends after this time. A slower check may be overtaken; only one copy counts either way.
const leaseSeconds = 30;

/** Whether the commit is known to have changed nothing. If its response was lost, the copy may be in use. */
const isUndone = (error: unknown): boolean =>
  error instanceof Replay || (error instanceof Refusal && error.code !== 'SERVICE_UNAVAILABLE');

/** Deletes files after the answer. The sweep deletes those that cannot be deleted now. */
async function forget(store: ObjectStore, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => store.delete(key).catch(() => undefined)));
}

const notArrived = () =>
  new Refusal(
    'INVALID_PROOF',
    'The file has not arrived yet. Send it to the signed URL with PUT, then complete the upload again.',
  );
