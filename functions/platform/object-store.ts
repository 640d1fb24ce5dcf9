import type { S3Client } from '@aws-sdk/client-s3';
import { Refusal } from '../../schema/shared/errors.ts';
import { notInFileNames } from '../../schema/uploads/uploads.ts';
import type { StoreSettings } from '../settings/index.ts';
import { watchSilence } from './watch-silence.ts';

/** Files in an S3 store. Every call except signing throws PRIVATE_UPLOAD_SERVICE_UNAVAILABLE when the store is unreachable. */
export interface ObjectStore {
  /** A URL that accepts PUTs of exactly this length and type until it expires. */
  signPut(key: string, file: { contentType: string; size: number }, ttlSeconds: number): Promise<SignedPut>;
  /** A URL that downloads the object under this name. */
  signGet(key: string, as: SavedAs, ttlSeconds: number): Promise<string>;
  put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /**
   * Returns false when there is no object. The copy stores its own content type and disposition, so that every URL serves it as a download.
   */
  copy(from: string, to: string, as: SavedAs): Promise<boolean>;
  /** Streams a file of this size, in bytes, into the store. It gets the same headers as a copy. */
  putFile(key: string, parts: AsyncIterable<Uint8Array>, as: SavedAs & { readonly size: number }): Promise<void>;
  /**
   * The object as a stream, or null when there is none. readChunks() detects a stream that hangs. The caller's signal replaces the time limits of
   * the read.
   */
  read(key: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** The keys with a prefix, at most a thousand. */
  list(prefix: string): Promise<string[]>;
  /** Does nothing when there is no object. */
  delete(key: string): Promise<void>;
}

export interface SavedAs {
  readonly fileName: string;
  readonly contentType: string;
}

export interface SignedPut {
  readonly url: string;
  /** They are signed, so they must be sent unchanged. */
  readonly headers: Readonly<Record<string, string>>;
}

// So that a request gets its answer within 10 seconds when the store hangs.
const timeoutMs = 8_000;
// For a whole transfer of 100 MiB.
const streamTimeoutMs = 60_000;
const ownTtlSeconds = 60;

/** Private files. */
export const openObjectStore = (settings: StoreSettings): ObjectStore => openBucket(settings, settings.S3_BUCKET);

/** Public pictures. `guest` can read only this bucket. */
export const openPublicStore = (settings: StoreSettings): ObjectStore =>
  openBucket(settings, settings.S3_PUBLIC_BUCKET);

/**
 * The SDK signs and fetch sends: the SDK cannot parse XML in workerd, which has no DOMParser. It is imported on first use, because it would
 * dominate the start of the edge function.
 */
function openBucket(settings: StoreSettings, bucket: string): ObjectStore {
  async function signed(
    method: 'GET' | 'PUT' | 'DELETE' | 'COPY' | 'LIST',
    key: string,
    more: Signing = {},
  ): Promise<string> {
    const [s3, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const client = clientOf(s3.S3Client, settings);
    const target = { Bucket: bucket, Key: key };
    const { ttlSeconds = ownTtlSeconds, source, file, as } = more;
    const lifetime = { expiresIn: ttlSeconds, signingDate: machineTime() };
    if (method === 'GET') {
      const disposition = as && {
        ResponseContentDisposition: attachment(as.fileName),
        ResponseContentType: as.contentType,
        ResponseCacheControl: 'no-store',
      };
      return getSignedUrl(client, new s3.GetObjectCommand({ ...target, ...disposition }), lifetime);
    }
    if (method === 'LIST')
      return getSignedUrl(client, new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: key }), lifetime);
    if (method === 'DELETE') return getSignedUrl(client, new s3.DeleteObjectCommand(target), lifetime);
    if (method === 'COPY')
      return getSignedUrl(
        client,
        new s3.CopyObjectCommand({ ...target, CopySource: source, MetadataDirective: 'REPLACE' }),
        {
          ...lifetime,
          unhoistableHeaders: new Set(['x-amz-copy-source', 'x-amz-metadata-directive']),
        },
      );
    const put = new s3.PutObjectCommand({ ...target, ContentType: file?.contentType, ContentLength: file?.size });
    return getSignedUrl(client, put, {
      ...lifetime,
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
  }

  return {
    async signPut(key, file, ttlSeconds) {
      const headers = { 'Content-Type': file.contentType, 'Content-Length': String(file.size) };
      return { url: await signed('PUT', key, { file, ttlSeconds }), headers };
    },
    signGet: (key, as, ttlSeconds) => signed('GET', key, { as, ttlSeconds }),
    async put(key, bytes, contentType) {
      const url = await signed('PUT', key, { file: { contentType, size: bytes.length } });
      await isFound(await send(url, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes }));
    },
    async copy(from, to, as) {
      const source = `${bucket}/${from}`;
      const headers = { 'x-amz-copy-source': source, 'x-amz-metadata-directive': 'REPLACE', ...savedAs(as) };
      const url = await signed('COPY', to, { source });
      return isFound(await send(url, { method: 'PUT', headers }));
    },
    async putFile(key, parts, as) {
      const url = await signed('PUT', key, { file: as });
      const { readable, writable } = new FixedLengthStream(as.size);
      const sent = send(url, { method: 'PUT', headers: savedAs(as), body: readable });
      const [answer] = await Promise.all([sent, pour(parts, writable)]);
      if (!(await isFound(answer))) throw storeUnavailable(new Error('there is no such bucket'));
    },
    async read(key, signal) {
      const url = await signed('GET', key);
      const answer = await (signal ? send(url, { method: 'GET' }, signal) : sendWatched(url));
      if (answer.ok && answer.body !== null) return answer.body;
      await isFound(answer);
      return null;
    },
    async list(prefix) {
      const answer = await send(await signed('LIST', prefix), { method: 'GET' });
      if (!answer.ok) throw await refused(answer);
      return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    },
    async delete(key) {
      await isFound(await send(await signed('DELETE', key), { method: 'DELETE' }));
    },
  };
}

/** A body of a known length, which S3 stores require; otherwise fetch sends chunks. Workers provide it. */
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number);
}

/** The store checks signatures against real time. The local stack moves Date, but not performance.now(). */
const machineTime = (): Date => new Date(performance.timeOrigin + performance.now());

interface Signing {
  readonly ttlSeconds?: number;
  readonly source?: string;
  readonly file?: { readonly contentType: string; readonly size: number };
  readonly as?: SavedAs;
}

let known: { settings: StoreSettings; client: S3Client } | undefined;

function clientOf(Client: typeof S3Client, settings: StoreSettings): S3Client {
  if (known?.settings === settings) return known.client;
  const client = new Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    // Otherwise the SDK signs the checksum of an empty body into every URL.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  known = { settings, client };
  return client;
}

/** Reads, and ends when no answer begins in time. */
function sendWatched(url: string): Promise<Response> {
  const watch = watchSilence(timeoutMs);
  const response = send(url, { method: 'GET' }, AbortSignal.timeout(streamTimeoutMs));
  return Promise.race([response, watch.silence]).catch(cutOff).finally(watch.end);
}

async function send(url: string, init: RequestInit, signal = AbortSignal.timeout(timeoutMs)): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal });
  } catch (error) {
    // The URL is secret until it expires, so it is not logged.
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw storeUnavailable(new Error(message.replace(/https?:\/\/\S+/g, 'its URL')));
  }
}

/** False for a missing object. Any other failure is the store's. */
async function isFound(answer: Response): Promise<boolean> {
  if (!answer.ok && answer.status !== 404) throw await refused(answer);
  await answer.body?.cancel();
  return answer.ok;
}

/** Logs only the code of the XML answer, because the rest contains keys and signatures. */
async function refused(answer: Response): Promise<Refusal> {
  const text = await answer.text().catch(() => '');
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'no code';
  return storeUnavailable(new Error(`the object store answered ${answer.status}, ${code}`));
}

/** A stream from or to the store has ended early. */
export function cutOff(cause: unknown): never {
  throw cause instanceof Refusal ? cause : storeUnavailable(cause);
}

async function pour(parts: AsyncIterable<Uint8Array>, into: WritableStream<Uint8Array>): Promise<void> {
  const writer = into.getWriter();
  try {
    for await (const part of parts) await writer.write(part).catch(cutOff);
    await writer.close().catch(cutOff);
  } catch (error) {
    writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** All refusals of this code are created here. The cause is for the log. */
export function storeUnavailable(cause: unknown): Refusal {
  const refusal = new Refusal('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 5 });
  refusal.cause = cause;
  return refusal;
}

const savedAs = ({ contentType, fileName }: SavedAs) => ({
  'content-type': contentType,
  'content-disposition': attachment(fileName),
  'cache-control': 'no-store',
});

/** RFC 6266 and RFC 8187: an ASCII name for old clients, and the real one for others. Neither contains a path. */
function attachment(fileName: string): string {
  const name = fileName.replace(unsafe, '_').replace(/^\.+/, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

// A colon separates paths on some systems. Stored names may predate the rule for new ones.
const unsafe = new RegExp(`[:${notInFileNames}]`, 'g');
