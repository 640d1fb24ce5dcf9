import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface FakeStore {
  /** To be given to storeAt(). */
  readonly endpoint: string;
  /** How often a file was copied, or was to be. */
  copies(): number;
  /** Copies wait until the function that it gives is called. */
  holdCopies(): () => void;
  /**
   * From the next copy, the next read or the midst of what it gives, the store answers nothing at all, until `release` is called.
   * `hasBegun` says whether it hangs.
   */
  hangFrom(part: HangingPart): { release(): void; hasBegun(): boolean };
  /** The next copy is answered with a failure of the store. */
  failNextCopy(): void;
  stop(): Promise<void>;
}

export type HangingPart = 'copy' | 'read' | 'middle of a file';

/** As much of S3 as uploads need, in memory, and signatures unread: it counts copies and holds them back. */
export async function startFakeStore(): Promise<FakeStore> {
  const objects = new Map<string, Buffer>();
  let copies = 0;
  let isFailing = false;
  let held: Promise<void> = Promise.resolve();
  let hangingFrom: HangingPart | null = null;
  let hung: Promise<void> | null = null;
  let end = (): void => undefined;

  /** Waits where the store hangs already, or begins to. */
  async function reach(part?: HangingPart): Promise<void> {
    if (part !== undefined && part === hangingFrom && hung === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      [hung, end] = [promise, resolve];
    }
    await hung;
  }

  async function copied(source: string): Promise<Buffer | undefined> {
    copies += 1;
    await held;
    return objects.get(`/${source.replace(/^\//, '')}`);
  }

  async function answer(request: IncomingMessage): Promise<readonly [status: number, body?: Buffer | undefined]> {
    const key = new URL(request.url ?? '/', 'http://store').pathname;
    const source = request.headers['x-amz-copy-source'];
    const sent = await buffer(request);
    await reach(source !== undefined ? 'copy' : request.method === 'GET' ? 'read' : undefined);
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
    holdCopies() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    hangFrom(part) {
      hangingFrom = part;
      const release = () => {
        end();
        [hangingFrom, hung] = [null, null];
      };
      return { release, hasBegun: () => hung !== null };
    },
    failNextCopy() {
      isFailing = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
