import { type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';

/** An answer of Instagram, with its headers. */
export interface Recorded {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** Answers by the path of the request, one after the other; the last one stays. It notes the path and metrics of each request. */
export async function serveInstagram(
  answers: Readonly<Record<string, Recorded | readonly Recorded[]>>,
): Promise<Endpoint & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const left = new Map(Object.entries(answers).map(([path, one]) => [path, [one].flat()]));
  const endpoint = await startEndpoint({
    handle: async ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
      asked.push([pathname, searchParams.get('metric')].filter(Boolean).join(' '));
      const rest = left.get(pathname) ?? [];
      const next = rest.length > 1 ? rest.shift() : rest[0];
      if (next === undefined) return { status: 404, body: '' };
      const { status = 200, body, headers } = next;
      return { ...json(status, body), ...(headers !== undefined && { headers }) };
    },
  });
  return Object.assign(endpoint, { asked });
}

/** The list of an account with one post, and the answers about that post. */
export const onePost = (
  shortcode: string,
  insights: Recorded | readonly Recorded[],
  media: object = {},
): Record<string, Recorded | readonly Recorded[]> => {
  const timestamp = '2026-05-01T10:00:00+0000';
  const permalink = `https://www.instagram.com/p/${shortcode}/`;
  return {
    '/me/media': { body: { data: [{ id: '179', permalink, timestamp }] } },
    '/179': { body: { id: '179', media_type: 'IMAGE', media_product_type: 'FEED', timestamp, ...media } },
    '/179/insights': insights,
  };
};

/** Meta's error object. */
export const refused = (code: number, message: string, subcode?: number): Recorded => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A' } },
});
