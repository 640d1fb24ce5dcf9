import { describe, expect, test } from 'vitest';
import { bodyLimitBytes, parseJson, readJsonText } from '../../functions/http/body.ts';
import type { ErrorCode } from '../../schema/shared/errors.ts';

const withBody = (body: BodyInit | null, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  new Request('https://castline.example/', { method: 'POST', headers, body, ...{ duplex: 'half' } });
const refuses = (request: Request, code: ErrorCode) => expect(readJsonText(request)).rejects.toMatchObject({ code });

/** An endless body, and the number of bytes read from it. */
function endless() {
  const read = { bytes: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = new Uint8Array(64 * 1024).fill(0x20);
      read.bytes += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      read.isCancelled = true;
    },
  });
  return { stream, read };
}

describe('a request body', () => {
  test('is read as absent when it is missing or empty, with any content type', async () => {
    expect(await readJsonText(withBody(null, {}))).toBe('');
    expect(await readJsonText(withBody('', { 'content-type': 'text/plain' }))).toBe('');
  });

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'application/json;v=1',
  ])('is read as it was sent with the type %s', async (type) =>
    expect(await readJsonText(withBody('{"a": "é🦊"}', { 'content-type': type }))).toBe('{"a": "é🦊"}'),
  );

  test.each(['text/json', 'application/jsonp', 'application/json, text/plain', 'multipart/form-data', ' '])(
    'is refused with the type "%s"',
    (type) => refuses(withBody('{}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE'),
  );

  test('is not read when its announced length is over the limit', async () => {
    const { stream, read } = endless();
    const request = withBody(stream, { 'content-type': 'application/json', 'content-length': `${bodyLimitBytes + 1}` });
    await refuses(request, 'PAYLOAD_TOO_LARGE');
    expect(read.bytes).toBeLessThanOrEqual(64 * 1024);
  });

  test('is cut off at the limit when it does not end', async () => {
    const { stream, read } = endless();
    await refuses(withBody(stream), 'PAYLOAD_TOO_LARGE');
    expect(read.bytes).toBeLessThanOrEqual(bodyLimitBytes + 3 * 64 * 1024);
    expect(read.isCancelled).toBe(true);
  });

  test('can be as large as the limit, to the byte', async () => {
    expect(await readJsonText(withBody('{}'.padEnd(bodyLimitBytes)))).toHaveLength(bodyLimitBytes);
    await refuses(withBody('{}'.padEnd(bodyLimitBytes + 1)), 'PAYLOAD_TOO_LARGE');
  });

  test('is malformed when it is not UTF-8', () =>
    refuses(withBody(new Uint8Array([0x22, 0xc3, 0x28, 0x22])), 'VALIDATION_FAILED'));

  test('can nest 64 levels, not counting brackets in texts', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(await readJsonText(withBody(nested(64)))).toBe(nested(64));
    await refuses(withBody(nested(65)), 'VALIDATION_FAILED');
    await refuses(withBody('{"a":'.repeat(100_000)), 'VALIDATION_FAILED');
    const text = JSON.stringify({ a: `"\\${'['.repeat(1_000)}` });
    expect(await readJsonText(withBody(text))).toBe(text);
  });

  test('is malformed when it is not JSON, and the error does not repeat it', () => {
    for (const text of ['{', "{'a':1}", '{"a":1,}', 'NaN', '{}{}'])
      expect(() => parseJson(text)).toThrow('The body is not JSON.');
  });
});
