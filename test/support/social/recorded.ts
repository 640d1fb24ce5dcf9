import { type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';

/** Serves recorded answers by the path of the request; another path is a 404 without a body. */
export function serveRecorded(
  answers: Readonly<Record<string, { status?: number; body: unknown }>>,
): Promise<Endpoint> {
  return startEndpoint({
    handle: async ({ path }) => {
      const recorded = answers[new URL(path, 'http://127.0.0.1').pathname];
      return recorded === undefined ? { status: 404, body: '' } : json(recorded.status ?? 200, recorded.body);
    },
  });
}
