import { Hono } from 'hono';
import type { RecordedCall, RecordedCheckout } from './recorder.ts';

/** The bindings of the Worker that is the floor of the benchmarks. */
export interface BareBindings {
  /** The bytes of /page and /response. */
  readonly PAGE: string;
  /** The headers of /response and /redirect. */
  readonly HEADERS: Readonly<Record<string, string>>;
  /** The call of /miss, and the cursor in its body that each request replaces by its own. */
  readonly MISS: RecordedCall;
  readonly CURSOR: string;
}

const app = new Hono<{ Bindings: BareBindings }>();
let bytes: Uint8Array<ArrayBuffer> | undefined;
let headers: Headers | undefined;
let checkouts: readonly RecordedCheckout[] = [];

/** Routes that only respond: with a short body, the bytes of a page, or the bytes and the headers of a response. */
app.get('/short', (c) => c.json({ data: 'ok' }));
app.get('/page', (c) => {
  bytes ??= new TextEncoder().encode(c.env.PAGE);
  return new Response(bytes, { headers: { 'content-type': 'application/json' } });
});
app.get('/response', (c) => {
  bytes ??= new TextEncoder().encode(c.env.PAGE);
  headers ??= new Headers(c.env.HEADERS);
  return new Response(bytes, { headers });
});

/** A redirect that only responds. */
app.get('/redirect', (c) => {
  headers ??= new Headers(c.env.HEADERS);
  return new Response(null, { status: 302, headers });
});

/** A route with the statement of a catalog miss and nothing else. */
app.get('/miss', async (c) => {
  const { MISS, CURSOR } = c.env;
  const answer = await send({ ...MISS, body: MISS.body.replace(CURSOR, c.req.query('cursor') ?? '') });
  const { rows }: { rows: string[][] } = await answer.json();
  return new Response(rows[0]?.at(-1), { headers: { 'content-type': 'application/json' } });
});

app.put('/checkouts', async (c) => {
  checkouts = await c.req.json();
  return c.json({});
});

/** A route with only the calls of a checkout: its facts and the proof beside Redis, its commit, and Redis after the response. */
app.post('/checkouts/:n', async (c) => {
  const own = checkouts[Number(c.req.param('n'))];
  if (own === undefined) return c.notFound();
  const { facts, redis, commit } = own;
  await Promise.all([send(facts).then((answer) => answer.json()), send(redis).then((answer) => answer.json())]);
  const done = await send(commit);
  const outcome = await done.text();
  const end = [['SET', `bare:${crypto.randomUUID()}`, 'ended', 'EX', '86400']];
  c.executionCtx.waitUntil(send({ ...redis, body: JSON.stringify(end) }).then((answer) => answer.text()));
  return new Response(outcome, { status: done.status });
});

const send = ({ url, headers, body }: RecordedCall): Promise<Response> => fetch(url, { method: 'POST', headers, body });

export default app;
