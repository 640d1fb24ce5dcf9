import type { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { Refusal } from '../../schema/shared/errors.ts';
import { notInFileNames } from '../../schema/uploads/uploads.ts';
import type { StoreSettings } from '../settings/index.ts';
import { silenceMs, watchSilence } from './watch-silence.ts';

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
  const { protocol, hostname, port, pathname, origin } = new URL(settings.S3_ENDPOINT);

  async function signed(method: 'GET' | 'PUT' | 'DELETE', key: string, request: Signing = {}): Promise<string> {
    const { query = {}, headers = {}, ttlSeconds = ownTtlSeconds } = request;
    const presigner = await presignerOf(settings);
    const path = [pathname.replace(/\/$/, ''), bucket, ...key.split('/').map(escapeUri)].join('/');
    const target = { method, protocol, hostname, ...(port !== '' && { port: Number(port) }), path };
    const presigned = await presigner.presign(
      { ...target, query: { ...query }, headers: { ...headers } },
      {
        expiresIn: ttlSeconds,
        signingDate: machineTime(),
        // As headers: the caller sends them. Otherwise the presigner moves those of Amazon into the query.
        signableHeaders: new Set(['host', ...Object.keys(headers)]),
        unhoistableHeaders: new Set(Object.keys(headers)),
      },
    );
    const parts = Object.entries(presigned.query ?? {}).map(
      ([name, value]) => `${escapeUri(name)}=${escapeUri(String(value))}`,
    );
    return `${origin}${path}?${parts.join('&')}`;
  }

  return {
    async signPut(key, file, ttlSeconds) {
      const headers = { 'Content-Type': file.contentType, 'Content-Length': String(file.size) };
      return { url: await signed('PUT', key, { headers: bodyOf(file), ttlSeconds }), headers };
    },
    signGet: (key, { fileName, contentType }, ttlSeconds) =>
      signed('GET', key, {
        query: {
          'response-content-disposition': attachment(fileName),
          'response-content-type': contentType,
          'response-cache-control': 'no-store',
        },
        ttlSeconds,
      }),
    async put(key, bytes, contentType) {
      const url = await signed('PUT', key, { headers: bodyOf({ contentType, size: bytes.length }) });
      await isFound(await send(url, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes }));
    },
    async copy(from, to, as) {
      const headers = { 'x-amz-copy-source': `${bucket}/${from}`, 'x-amz-metadata-directive': 'REPLACE' };
      const url = await signed('PUT', to, { headers });
      return isFound(await send(url, { method: 'PUT', headers: { ...headers, ...savedAs(as) } }));
    },
    async putFile(key, parts, as) {
      const url = await signed('PUT', key, { headers: bodyOf(as) });
      const { readable, writable } = new FixedLengthStream(as.size);
      const watch = watchSilence(silenceMs);
      const hung = new AbortController();
      watch.silence.catch((error: unknown) => hung.abort(error));
      const signal = AbortSignal.any([hung.signal, AbortSignal.timeout(streamTimeoutMs)]);
      const sent = send(url, { method: 'PUT', headers: savedAs(as), body: readable }, signal);
      const [answer] = await Promise.all([sent, pour(parts, writable, watch.heard)]).finally(watch.end);
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
      const url = await signed('GET', '', { query: { 'list-type': '2', prefix } });
      const answer = await send(url, { method: 'GET' });
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
  readonly query?: Readonly<Record<string, string>>;
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly ttlSeconds?: number;
}

const bodyOf = ({ contentType, size }: { readonly contentType: string; readonly size: number }) => ({
  'content-type': contentType,
  'content-length': String(size),
});

/** Percent-encodes all but the unreserved characters of RFC 3986, as AWS Signature Version 4 requires. */
const escapeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

let known: { settings: StoreSettings; presigner: S3RequestPresigner } | undefined;

/** Without getSignedUrl, whose middleware takes ten times as long as the signature. A ZIP reads 5,000 files. */
async function presignerOf(settings: StoreSettings): Promise<S3RequestPresigner> {
  if (known?.settings === settings) return known.presigner;
  const [{ S3Client }, { S3RequestPresigner }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { config } = new S3Client({
    region: settings.S3_REGION,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
  });
  const presigner = new S3RequestPresigner(config);
  known = { settings, presigner };
  return presigner;
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

async function pour(parts: AsyncIterable<Uint8Array>, into: WritableStream<Uint8Array>, taken: () => void) {
  const writer = into.getWriter();
  try {
    for await (const part of parts) await writer.write(part).then(taken, cutOff);
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
  const encoded = escapeUri(name);
  return `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

// A colon separates paths on some systems. Stored names may predate the rule for new ones.
const unsafe = new RegExp(`[:${notInFileNames}]`, 'g');
