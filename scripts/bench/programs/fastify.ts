import Fastify from 'fastify';
import pg from 'pg';
import { answerEach } from './answer-each.ts';

interface FastifyRoute {
  readonly databaseUrl: string;
  readonly query: string;
  readonly params: readonly unknown[];
  /** The parameter that each request replaces by its own cursor. */
  readonly cursor: string;
}

/** Serves GET /miss?cursor= from a Node server with a pool of connections, and returns its URL. */
answerEach(async ({ databaseUrl, query: text, params, cursor }: FastifyRoute) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  const app = Fastify();
  app.get<{ Querystring: { cursor: string } }>('/miss', async (request, reply) => {
    const values = params.map((value) => (value === cursor ? request.query.cursor : value));
    const { rows } = await pool.query({ text, values, rowMode: 'array' });
    return reply.type('application/json').send(rows[0]?.at(-1));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
});
