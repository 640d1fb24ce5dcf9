import { Hono } from 'hono';

/** The baseline of the benchmarks. */
export interface BareBindings {
  /** The bytes of /page. */
  readonly PAGE: string;
  readonly NEON_URL: string;
  readonly NEON_HEADERS: Record<string, string>;
  /** The endpoint request with the statement of /sql. */
  readonly SQL: string;
  readonly REDIS_URL: string;
  readonly REDIS_TOKEN: string;
}

const app = new Hono<{ Bindings: BareBindings }>();
let bytes: Uint8Array<ArrayBuffer> | undefined;

/** Routes that only respond, with a short body or the bytes of a page. */
app.get('/short', (c) => c.json({ data: 'ok' }));
app.get('/page', (c) => {
  bytes ??= new TextEncoder().encode(c.env.PAGE);
  return new Response(bytes, { headers: { 'content-type': 'application/json' } });
});

/** A route with one Postgres query: the lower limit of every miss. */
app.get('/sql', async (c) => {
  const answer = await fetch(c.env.NEON_URL, { method: 'POST', headers: c.env.NEON_HEADERS, body: c.env.SQL });
  const { rows }: { rows: string[][] } = await answer.json();
  return new Response(rows[0]?.at(-1), { headers: { 'content-type': 'application/json' } });
});

/** A route with only the calls of a mutation: Redis, a read, the given commit, and Redis after the response. */
app.post('/sql', async (c) => {
  const { NEON_URL, NEON_HEADERS, SQL } = c.env;
  const commit = await c.req.text();
  await redis(c.env, [
    ['SET', `bare:${crypto.randomUUID()}`, 'running', 'EX', '30'],
    ['INCR', 'bare'],
  ]);
  await (await fetch(NEON_URL, { method: 'POST', headers: NEON_HEADERS, body: SQL })).json();
  const done = await fetch(NEON_URL, { method: 'POST', headers: NEON_HEADERS, body: commit });
  const outcome = await done.text();
  c.executionCtx.waitUntil(redis(c.env, [['SET', 'bare:ended', '1', 'EX', '30']]));
  return new Response(outcome, { status: done.status });
});

async function redis({ REDIS_URL, REDIS_TOKEN }: BareBindings, commands: readonly string[][]): Promise<void> {
  const headers = { authorization: `Bearer ${REDIS_TOKEN}`, 'content-type': 'application/json' };
  await (await fetch(`${REDIS_URL}/pipeline`, { method: 'POST', headers, body: JSON.stringify(commands) })).json();
}

export default app;
