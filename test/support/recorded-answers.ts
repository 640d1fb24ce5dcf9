import { afterAll, beforeAll } from 'vitest';
import { answerListeners, type Exchanged } from '../../scripts/local/exchange.ts';

/** The headers and the body of each answer that the tests of this file get from an address. */
export function recordedAnswers(baseUrl: () => string): readonly string[] {
  const answers: string[] = [];
  const keep = (url: string, headers: Headers, text: string): void => {
    if (url.startsWith(baseUrl())) answers.push(JSON.stringify([...headers]) + text);
  };
  const listen = (url: string, { headers, bytes }: Exchanged): void => keep(url, headers, bytes.toString('utf8'));
  const plainFetch = globalThis.fetch;
  beforeAll(() => {
    answerListeners.add(listen);
    globalThis.fetch = async (input, init) => {
      const response = await plainFetch(input, init);
      keep(String(input instanceof Request ? input.url : input), response.headers, await response.clone().text());
      return response;
    };
  });
  afterAll(() => {
    answerListeners.delete(listen);
    globalThis.fetch = plainFetch;
  });
  return answers;
}
