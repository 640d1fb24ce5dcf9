import { Hono } from 'hono';

/** What the service is measured against. */
const app = new Hono<{
  Bindings: { PAGE: string; NEON_URL: string; NEON_HEADERS: Record<string, string>; SQL: string };
}>();
let bytes: Uint8Array<ArrayBuffer> | undefined;

/** A route that does nothing, short and with the bytes of a page. */
app.get('/short', (c) => c.json({ data: 'ok' }));
app.get('/page', (c) => {
  bytes ??= new TextEncoder().encode(c.env.PAGE);
  return new Response(bytes, { headers: { 'content-type': 'application/json' } });
});

/** A route that does nothing but ask Postgres: what no miss can be faster than. */
app.get('/sql', async (c) => {
  const answer = await fetch(c.env.NEON_URL, { method: 'POST', headers: c.env.NEON_HEADERS, body: c.env.SQL });
  const { rows }: { rows: string[][] } = await answer.json();
  return new Response(rows[0]?.at(-1), { headers: { 'content-type': 'application/json' } });
});

export default app;
