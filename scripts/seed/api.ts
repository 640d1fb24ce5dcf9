import { randomUUID } from 'node:crypto';

/** Calls the API with a key, or with a token and another prefix. It throws for every error response. */
export function apiOf(baseUrl: string, credential: string, prefix = '/api/v1/public') {
  async function send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(baseUrl + prefix + path, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return dataIn<Data>(text);
  }
  return {
    get: <Data>(path: string) => send<Data>('GET', path),
    post: <Data>(path: string, body?: object) => send<Data>('POST', path, body),
    put: <Data>(path: string, body: object) => send<Data>('PUT', path, body),
    delete: <Data>(path: string) => send<Data>('DELETE', path),
    patch: <Data>(path: string, body: object) => send<Data>('PATCH', path, body),
  };
}

/** Safe: each caller reads only the fields that its operation declares. */
const dataIn = <Data>(text: string): Data => JSON.parse(text).data;
