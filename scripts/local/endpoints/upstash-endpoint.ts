import { Redis } from 'ioredis';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from './endpoint.ts';
import { type Command, UpstashCommands } from './upstash-commands.ts';
import type { Waves } from './waves.ts';

export interface UpstashEndpoint extends Endpoint {
  flush(): Promise<void>;
}

export interface UpstashOptions {
  token: string;
  /**
   * The URL or the socket of a real Redis behind the endpoint; without it one in memory, which loses its data when it
   * stops.
   */
  redisUrl?: string | undefined;
  waves?: Waves | undefined;
}

/** Upstash's REST protocol in front of any RESP server. */
export async function startUpstashEndpoint({ token, redisUrl, waves }: UpstashOptions): Promise<UpstashEndpoint> {
  const redis = redisUrl === undefined ? await inMemory() : new Redis(redisUrl, { maxRetriesPerRequest: 2 });
  // The first script loads the interpreter, which takes longer than the timeout of the edge functions.
  await redis.eval('return 1', 0);
  const commands = new UpstashCommands(redis);
  const flush = async () => void (await redis.flushdb());
  const endpoint = await startEndpoint({
    waves,
    handle: (request) => answer(commands, token, request),
    whenStopped: async () => redis.disconnect(),
    whenReset: flush,
  });
  return Object.assign(endpoint, { flush });
}

/**
 * Without sockets: those of js-redis-server delay each pipeline by 40 ms (Nagle's algorithm with delayed
 * acknowledgements).
 */
async function inMemory(): Promise<Redis> {
  const { createIoredisMock } = await import('js-redis-server');
  const redis = await createIoredisMock();
  if (!(redis instanceof Redis)) throw new Error('js-redis-server gave a cluster');
  return redis;
}

async function answer(commands: UpstashCommands, token: string, request: Request): Promise<Answer> {
  const { headers, body } = request;
  const url = new URL(request.path, 'http://local');
  const given = headers.authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('_token');
  if (given !== token) return json(401, { error: 'WRONGPASS invalid or missing auth token' });
  const segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const asBase64 = headers['upstash-encoding'] === 'base64';
  const sync = { 'upstash-sync-token': String(headers['upstash-sync-token'] ?? '') };
  try {
    const result = await perform(commands, segments, body, asBase64);
    return { ...json(200, result), headers: sync };
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

async function perform(commands: UpstashCommands, path: string[], body: string, asBase64: boolean): Promise<unknown> {
  if (path[0] === 'pipeline') return commands.pipeline(JSON.parse(body), asBase64);
  if (path[0] === 'multi-exec') return commands.transaction(JSON.parse(body), asBase64);
  const command: Command = path.length > 0 ? [...path, ...(body === '' ? [] : [body])] : JSON.parse(body);
  return commands.single(command, asBase64);
}
