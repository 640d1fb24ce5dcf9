import { type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';

/** An answer of a platform. */
export interface Recorded {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves recorded answers by the path of the request; another path is a 404 without a body. */
export function serveRecorded(answers: Readonly<Record<string, Recorded>>): Promise<Endpoint> {
  return startEndpoint({
    handle: async ({ path }) => {
      const recorded = answers[new URL(path, 'http://127.0.0.1').pathname];
      if (recorded === undefined) return { status: 404, body: '' };
      const { status = 200, body, headers = {} } = recorded;
      return { ...json(status, body), headers };
    },
  });
}
