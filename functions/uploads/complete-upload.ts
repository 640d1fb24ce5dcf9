import type { SQL } from 'drizzle-orm';
import { markRejected, markVerified } from '../../db/uploads.ts';
import { Refusal } from '../../schema/errors.ts';
import type { CompletedUpload, UploadRecord } from '../../schema/uploads.ts';
import type { Ctx } from '../context.ts';
import { commit, Replay } from '../idempotency.ts';
import { type ObjectStore, openObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { checkFile } from './check-file.ts';
import { refuseUnless } from './rules.ts';

export interface Completion {
  readonly upload: UploadRecord;
  /** Statements of the commit that makes the file proof: guards of its target, and what is recorded there. */
  readonly statements: readonly SQL[];
}

/**
 * The file is proof, or INVALID_PROOF: still PENDING where nothing has arrived, else REJECTED. A PUT URL can be used again
 * until it expires, so what is checked, counts and is served is a copy at a key that no URL was ever signed to write.
 * Of two that complete at once one copy counts; the other one's VERSION_CONFLICT is for settleUpload to decide anew.
 */
export async function completeUpload(ctx: Ctx, { upload, statements }: Completion): Promise<{ data: CompletedUpload }> {
  const answer = { data: { uploadId: upload.id, status: 'VERIFIED' as const } };
  refuseUnless('complete', upload, ctx.now());
  if (upload.status === 'VERIFIED') return commit(ctx, [], answer);
  const store = openObjectStore(ctx.settings);
  const storedKey = `stored/${upload.id}/${crypto.randomUUID()}`;
  if (!(await store.copy(upload.incomingKey, storedKey, upload))) throw notArrived();
  await refuseWrong(ctx, store, upload, storedKey);
  try {
    await commit(ctx, [markVerified(upload.id, storedKey, ctx.now()), ...statements], answer);
  } catch (error) {
    if (isUndone(error)) await forget(store, [storedKey]);
    throw error;
  }
  await forget(store, [upload.incomingKey]);
  return answer;
}

/** Decides anew what lost a race while its file was read, which takes longer than the patience for short commits. */
export async function settleUpload<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.isLostRace) || lost === mostLostRaces) throw error;
    }
  }
}

const mostLostRaces = 3;

async function refuseWrong(ctx: Ctx, store: ObjectStore, upload: UploadRecord, storedKey: string): Promise<void> {
  try {
    if (await isAsAnnounced(store, upload, storedKey)) return;
    await ctx.db.transaction([markRejected(upload.id, ctx.now())]);
  } catch (error) {
    await forget(store, [storedKey]);
    throw error;
  }
  await forget(store, [storedKey, upload.incomingKey]);
  throw new Refusal('INVALID_PROOF', 'The file is not the one that was announced, or is damaged. Upload it anew.');
}

async function isAsAnnounced(store: ObjectStore, upload: UploadRecord, storedKey: string): Promise<boolean> {
  const bytes = await store.read(storedKey);
  if (bytes === null) throw storeUnavailable(new Error('the copy is gone'));
  return checkFile(bytes, upload);
}

/** Whether the commit is known to have changed nothing: where its answer was lost, the copy may be the one that counts. */
const isUndone = (error: unknown): boolean =>
  error instanceof Replay || (error instanceof Refusal && error.code !== 'SERVICE_UNAVAILABLE');

/** What cannot be deleted now is deleted by the sweep. */
async function forget(store: ObjectStore, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => store.delete(key).catch(() => undefined)));
}

const notArrived = () => new Refusal('INVALID_PROOF', 'The file has not been uploaded yet.');
