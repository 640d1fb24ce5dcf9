import { Hono } from 'hono';

/** What the service is measured against: a Hono route that does nothing, short and with the bytes of a page. */
const app = new Hono<{ Bindings: { PAGE: string } }>();
let bytes: Uint8Array<ArrayBuffer> | undefined;

app.get('/short', (c) => c.json({ data: 'ok' }));
app.get('/page', (c) => {
  bytes ??= new TextEncoder().encode(c.env.PAGE);
  return new Response(bytes, { headers: { 'content-type': 'application/json' } });
});

export default app;
