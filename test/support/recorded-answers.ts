import { afterAll, beforeAll } from 'vitest';

/** The headers and the body of each answer that the tests of this file get from an address. */
export function recordedAnswers(baseUrl: () => string): readonly string[] {
  const answers: string[] = [];
  const plainFetch = globalThis.fetch;
  beforeAll(() => {
    globalThis.fetch = async (input, init) => {
      const response = await plainFetch(input, init);
      if (String(input instanceof Request ? input.url : input).startsWith(baseUrl()))
        answers.push(JSON.stringify([...response.headers]) + (await response.clone().text()));
      return response;
    };
  });
  afterAll(() => {
    globalThis.fetch = plainFetch;
  });
  return answers;
}
