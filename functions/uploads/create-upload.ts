import type { SQL, SQLWrapper } from 'drizzle-orm/sql/sql';
import { insertUpload, type NewUpload, renewUpload } from '../../db/uploads/creation.ts';
import { readUpload, type UploadRecord } from '../../db/uploads/records.ts';
import { limitReached, notFound, orLimitReached } from '../../schema/shared/errors.ts';
import {
  type FileKind,
  type NewFile,
  type OpenUpload,
  type UploadTarget,
  uploadLimits,
} from '../../schema/uploads/uploads.ts';
import type { Ctx } from '../context.ts';
import { mutate, type Target } from '../mutate.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { lateSince, statusOf, typeOfAnnounced } from './rules.ts';

/** The target of a file. */
export interface Purpose {
  readonly target: UploadTarget;
  readonly kinds: readonly FileKind[];
  /** The largest file; absent when its type alone limits it. */
  readonly maxBytes?: number;
  /** Statements of the same commit that refuse when the target takes no more files. */
  readonly guards: readonly SQLWrapper[];
}

/** A mutation that creates an upload. */
export interface UploadCreation<Found, Seen> extends Pick<Target<Found, Seen, never, never>, 'facts' | 'visible'> {
  /** The target of the file. It throws the refusal of a target that takes no files. */
  purposeOf(seen: Seen): Purpose;
}

/**
 * Creates an open upload and signs a URL that accepts exactly its length and type. A failure changes nothing. URLs are
 * never stored, so a replay answers with the same upload and a newly signed URL. `isAwaited` is the condition that the
 * target takes files; without it nothing is signed.
 */
export const createUpload = <Found, Seen>(
  ctx: Ctx,
  file: NewFile,
  isAwaited: SQL,
  { facts, visible, purposeOf }: UploadCreation<Found, Seen>,
): Promise<{ data: OpenUpload }> =>
  mutate(ctx, {
    facts,
    visible,
    replay: ({ uploadId }: Remembered) => signedAgain(ctx, uploadId, isAwaited),
    async decide(seen) {
      const { target, kinds, maxBytes, guards } = purposeOf(seen);
      const contentType = typeOfAnnounced(file, kinds, maxBytes);
      const upload = newUpload(ctx, { ...file, contentType }, target);
      const quota = { max: uploadLimits.open, openSince: lateSince(ctx.now()) };
      return {
        statements: [...guards, ...insertUpload(upload, quota, ctx.now())],
        kept: { uploadId: upload.id },
        answer: { data: await signed(ctx, upload) },
      };
    },
  }).catch(orLimitReached('open_uploads', tooManyOpen));

const newUpload = (ctx: Ctx, file: NewFile, target: UploadTarget): NewUpload => ({
  ...file,
  id: crypto.randomUUID(),
  ownerId: ctx.actor.userId,
  target,
  status: 'PENDING',
  incomingKey: `incoming/${crypto.randomUUID()}`,
  storedKey: null,
  storedSize: null,
  storedSha256: null,
  virusCheck: null,
  deliverableId: 'deliverableId' in target ? target.deliverableId : null,
  statementSeq: null,
  expiresAt: expiryOf(ctx).toISOString(),
});

async function signedAgain(ctx: Ctx, uploadId: string, isAwaited: SQL): Promise<{ data: OpenUpload }> {
  const upload = await readUpload(ctx.db, ctx.actor.userId, uploadId);
  if (!upload) throw notFound();
  const status = statusOf(upload, ctx.now());
  const expiresAt = expiryOf(ctx);
  const renewal = { expiresAt, at: ctx.now(), isAwaited };
  const isRenewed = status === 'PENDING' && (await renewUpload(ctx.db, upload.id, renewal));
  if (isRenewed) return { data: await signed(ctx, { ...upload, expiresAt: expiresAt.toISOString() }) };
  return { data: { uploadId: upload.id, status, method: 'PUT', url: null, headers: {}, expiresAt: upload.expiresAt } };
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

/** What the key of a creation stores. */
interface Remembered {
  readonly uploadId: string;
}

const tooManyOpen = () =>
  limitReached(`You have the maximum of ${uploadLimits.open} open uploads. Complete one, or wait until one expires.`, [
    'complete',
  ]);
