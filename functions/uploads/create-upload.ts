import type { SQL } from 'drizzle-orm/sql/sql';
import { insertUpload, type NewUpload, renewUpload } from '../../db/uploads/creation.ts';
import { readUpload, type UploadRecord } from '../../db/uploads/records.ts';
import { limitReached, notFound, orLimitReached } from '../../schema/shared/errors.ts';
import { type NewFile, type OpenUpload, type UploadTarget, uploadLimits } from '../../schema/uploads/uploads.ts';
import type { Ctx } from '../context.ts';
import { commit, Replay, type SavedAnswer } from '../idempotency.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { lateSince, refuseFile, statusOf } from './rules.ts';

/** The target of a file. The caller has checked that its user may see the target, and that the target takes files. */
export interface Purpose {
  readonly target: UploadTarget;
  readonly allowsPdf: boolean;
  /** Statements of the same commit that refuse when the target takes no more files. */
  readonly guards: readonly SQL[];
}

/** Creates an open upload and signs a URL that accepts exactly its length and type. A failure changes nothing. */
export async function createUpload(ctx: Ctx, purpose: Purpose, file: NewFile): Promise<{ data: OpenUpload }> {
  refuseFile(file, purpose.allowsPdf);
  const expiresAt = expiryOf(ctx);
  const upload: NewUpload = {
    ...file,
    id: crypto.randomUUID(),
    ownerId: ctx.actor.userId,
    target: purpose.target,
    status: 'PENDING',
    incomingKey: `incoming/${crypto.randomUUID()}`,
    storedKey: null,
    storedSize: null,
    storedSha256: null,
    virusCheck: null,
    deliverableId: 'deliverableId' in purpose.target ? purpose.target.deliverableId : null,
    expiresAt: expiresAt.toISOString(),
  };
  const answer = await signed(ctx, upload);
  const quota = { max: uploadLimits.open, openSince: lateSince(ctx.now()) };
  await commit(ctx, [...purpose.guards, ...insertUpload(upload, quota, ctx.now())], remembered(upload)).catch(
    orLimitReached('open_uploads', tooManyOpen),
  );
  return { data: answer };
}

/**
 * Wraps the creation of an upload. URLs are never stored, so a replay answers with the same upload and a newly signed URL. The caller
 * checks that the target is visible before it throws the replay. `isAwaited` is the condition that the target takes files; without it
 * nothing is signed.
 */
export async function signingReplays<Answer>(ctx: Ctx, isAwaited: SQL, create: () => Promise<Answer>): Promise<Answer> {
  try {
    return await create();
  } catch (error) {
    throw error instanceof Replay ? new Replay(await resigned(ctx, error.saved, isAwaited)) : error;
  }
}

async function resigned(ctx: Ctx, saved: SavedAnswer, isAwaited: SQL): Promise<SavedAnswer> {
  const upload = await readUpload(ctx.db, ctx.actor.userId, rememberedIn(saved).uploadId);
  if (!upload) throw notFound();
  const status = statusOf(upload, ctx.now());
  const expiresAt = expiryOf(ctx);
  const renewal = { expiresAt, at: ctx.now(), isAwaited };
  const isRenewed = status === 'PENDING' && (await renewUpload(ctx.db, upload.id, renewal));
  const data: OpenUpload = isRenewed
    ? await signed(ctx, { ...upload, expiresAt: expiresAt.toISOString() })
    : { uploadId: upload.id, status, method: 'PUT', url: null, headers: {}, expiresAt: upload.expiresAt };
  return { ...saved, body: JSON.stringify({ data }) };
}

async function signed(ctx: Ctx, upload: UploadRecord): Promise<OpenUpload> {
  const store = openObjectStore(ctx.settings);
  const { url, headers } = await store.signPut(upload.incomingKey, upload, ctx.settings.UPLOAD_URL_TTL_SECONDS);
  return {
    uploadId: upload.id,
    status: 'PENDING',
    method: 'PUT',
    url,
    headers: { ...headers },
    expiresAt: upload.expiresAt,
  };
}

const expiryOf = (ctx: Ctx): Date => new Date(ctx.now().getTime() + ctx.settings.UPLOAD_URL_TTL_SECONDS * 1_000);

interface Remembered {
  readonly uploadId: string;
}

const remembered = ({ id }: UploadRecord): Remembered => ({ uploadId: id });

/** Safe: this capability commits only values of remembered() for the creation of an upload. */
const rememberedIn = ({ body }: SavedAnswer): Remembered => JSON.parse(body) as Remembered;

const tooManyOpen = () =>
  limitReached(`You have the maximum of ${uploadLimits.open} open uploads. Complete one, or wait until one expires.`, [
    'complete',
  ]);
