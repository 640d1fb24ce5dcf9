import { Refusal } from '../../schema/shared/errors.ts';

export const bodyLimitBytes = 1024 * 1024;
const deepest = 64;

/**
 * The body as JSON text; an absent body gives ''. A body that is too large is refused before it is fully read. Nesting is bounded here so
 * that later code may recurse.
 */
export async function readJsonText(request: Request): Promise<string> {
  const bytes = await readBytes(request, bodyLimitBytes);
  if (bytes.length === 0) return '';
  if (!isJson(request.headers.get('content-type'))) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  const text = decode(bytes);
  if (nesting(text) > deepest) throw malformed(`is nested more than ${deepest} levels deep`);
  return text;
}

/** The body of a form of a page. */
export async function readFormText(request: Request): Promise<string> {
  const bytes = await readBytes(request, bodyLimitBytes);
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  return decode(bytes);
}

/** The raw body. One that is larger is refused before it is fully read. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('PAYLOAD_TOO_LARGE');
  return readCapped(request.body, maxBytes);
}

export function parseJson(text: string): unknown {
  // Parsers downstream silently drop such a member, and no part of a body may be lost.
  if (prototypeMember.test(text)) throw malformed('contains a member named __proto__');
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('is not JSON');
  }
}

const prototypeMember = /"(_|\\u005f){2}proto(_|\\u005f){2}"\s*:/i;

export const malformed = (what: string) =>
  new Refusal('VALIDATION_FAILED', `The body ${what}.`, { issues: [{ path: '', message: `The body ${what}.` }] });

const isJson = (contentType: string | null) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '');

async function readCapped(body: Request['body'], maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new Refusal('PAYLOAD_TOO_LARGE');
    }
    chunks.push(value);
  }
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw malformed('is not UTF-8');
  }
}

function nesting(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') maxDepth = Math.max(maxDepth, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return maxDepth;
}

/** The JSON object of a body; an empty one without a body. */
export async function readJsonObject(request: Request): Promise<object> {
  const body = parseJson((await readJsonText(request)) || '{}');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('is not an object');
  return body;
}
