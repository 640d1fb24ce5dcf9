import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { missing } from '../../schema/shared/errors.ts';

export interface FakeStore {
  /** The argument for storeAt(). */
  readonly endpoint: string;
  /** The number of copies, including pending ones. */
  copies(): number;
  /** The number of copies that were read to be checked. */
  checks(): number;
  /** The keys of the objects whose key contains this text. */
  keysWith(text: string): string[];
  /** Holds copies until the returned function is called. */
  holdCopies(): () => void;
  /**
   * From the next copy, the next read or the middle of its body, or the end of the next body that it gets, the store does not answer until `release` is called.
   * `hasBegun` says whether it hangs.
   */
  hangFrom(part: HangingPart): { release(): void; hasBegun(): boolean };
  /** Makes the next copy fail. */
  failNextCopy(): void;
  /** Makes all reads after this number of further ones fail, or hang until the returned function is called. */
  endReadsAfter(count: number, how: 'fail' | 'hang'): () => void;
  /** The bytes of an object. */
  bytesOf(key: string): Buffer;
  /** Replaces the bytes of an object; null deletes it. */
  replace(key: string, bytes: Buffer | null): void;
  stop(): Promise<void>;
}

export type HangingPart = 'copy' | 'read' | 'middle of a file' | 'write';

const partOf: Readonly<Record<string, HangingPart>> = { GET: 'read', PUT: 'write' };

/** A store that can hang. */
function hanging() {
  let from: HangingPart | null = null;
  let hung: Promise<void> | null = null;
  let end = (): void => undefined;
  return {
    /** Waits when the store hangs at this part or earlier. */
    async reach(part?: HangingPart): Promise<void> {
      if (part !== undefined && part === from && hung === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        [hung, end] = [promise, resolve];
      }
      await hung;
    },
    hangFrom(part: HangingPart) {
      from = part;
      const release = () => {
        end();
        [from, hung] = [null, null];
      };
      return { release, hasBegun: () => hung !== null };
    },
  };
}

/** Counts reads, and ends them after some. */
function endingReads() {
  let left = Number.POSITIVE_INFINITY;
  let how: 'fail' | 'hang' = 'fail';
  let released: Promise<void> = Promise.resolve();
  return {
    async isFailing(): Promise<boolean> {
      left -= 1;
      if (left >= 0) return false;
      if (how === 'fail') return true;
      await released;
      return false;
    },
    endAfter(count: number, so: 'fail' | 'hang') {
      const { promise, resolve } = Promise.withResolvers<void>();
      [left, how, released] = [count, so, promise];
      return () => {
        left = Number.POSITIVE_INFINITY;
        resolve();
      };
    },
  };
}

/**
 * A subset of S3 for uploads, in memory, without signature checks. It counts and holds copies. Each request waits for `arrive`, except
 * the downloads of others by a signed URL.
 */
export async function startFakeStore(arrive: () => Promise<unknown> = async () => undefined): Promise<FakeStore> {
  const objects = new Map<string, Buffer>();
  let copies = 0;
  let checks = 0;
  let isFailing = false;
  let held: Promise<void> = Promise.resolve();
  const { reach, hangFrom } = hanging();
  const reads = endingReads();

  async function copied(source: string): Promise<Buffer | undefined> {
    copies += 1;
    await held;
    return objects.get(`/${source.replace(/^\//, '')}`);
  }

  async function answer(request: IncomingMessage): Promise<readonly [status: number, body?: Buffer | undefined]> {
    const { pathname: key, searchParams } = new URL(request.url ?? '/', 'http://store');
    const source = request.headers['x-amz-copy-source'];
    const sent = await buffer(request);
    const isOfService = !searchParams.has('response-content-disposition');
    if (isOfService) await arrive();
    if (isOfService && request.method === 'GET') checks += 1;
    await reach(source !== undefined ? 'copy' : partOf[request.method ?? '']);
    if (request.method === 'GET' && (await reads.isFailing())) return [500];
    if (request.method === 'GET') return objects.has(key) ? [200, objects.get(key)] : [404];
    if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 404];
    const bytes = typeof source === 'string' ? await copied(source) : sent;
    if (isFailing && source !== undefined) {
      isFailing = false;
      return [500];
    }
    if (bytes === undefined) return [404];
    objects.set(key, bytes);
    return [200];
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, body && { 'content-length': body.length });
    if (request.method === 'GET' && body !== undefined) {
      const half = body.length >> 1;
      response.write(body.subarray(0, half));
      await reach('middle of a file');
      response.end(body.subarray(half));
    } else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    copies: () => copies,
    checks: () => checks,
    keysWith: (text) => [...objects.keys()].filter((key) => key.includes(text)),
    holdCopies() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    hangFrom,
    failNextCopy() {
      isFailing = true;
    },
    endReadsAfter: reads.endAfter,
    bytesOf: (key) => objects.get(key) ?? missing(`an object at ${key}`),
    replace(key, bytes) {
      if (bytes === null) objects.delete(key);
      else objects.set(key, bytes);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
