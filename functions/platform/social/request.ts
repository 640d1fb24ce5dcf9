import type * as z from 'zod';
import { maxPictureBytes } from '../../../schema/social-accounts/account-limits.ts';
import { NoAnswer, PlatformFailure, unusablePicture } from './failure.ts';

const timeoutMs = 5_000;
const maxAnswerBytes = 4 * 1024 * 1024;

export interface PlatformRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PlatformAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined when it is none, or too large. */
  readonly body: unknown;
}

/** Requests JSON from a platform. It follows no redirect. A platform that does not answer is a failure; any status is an answer. */
export async function requestJson({ url, method = 'GET', headers, body }: PlatformRequest): Promise<PlatformAnswer> {
  const init = { method, headers: { accept: 'application/json', ...headers }, ...(body !== undefined && { body }) };
  const { status, headers: answered, bytes } = await requestCapped(url, init, maxAnswerBytes);
  return { status, headers: answered, body: parsed(bytes) };
}

/** The answer in this shape. An answer in another one is a failure that names the first field at fault. */
export function shaped<T>({ body }: Pick<PlatformAnswer, 'body'>, shape: z.ZodType<T>, what: string): T {
  const answer = shape.safeParse(body);
  if (answer.success) return answer.data;
  throw new PlatformFailure('SILENT', `${what} is malformed: ${faultIn(answer.error)}`);
}

/** The first field at fault, without its value. */
export function faultIn({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.')} ${issue?.message}`;
}

/** The bytes of a picture at an address of these hosts, or of the platform's API, where a simulator serves its own. */
export async function requestPicture(address: string, apiUrl: string, hosts: RegExp): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(address);
  const isTheirs = url.protocol === 'https:' && url.port === '' && hosts.test(url.hostname);
  const isOurs = isTheirs || url.origin === new URL(apiUrl).origin;
  if (!isOurs || url.username !== '' || url.password !== '') throw unusablePicture(`a picture at ${url.origin}`);
  const { status, bytes } = await requestCapped(url, { headers: { accept: 'image/*' } }, maxPictureBytes).catch(
    // The host of pictures is not the API, which may answer at the same time.
    (error: unknown) => {
      throw error instanceof NoAnswer ? unusablePicture(`a picture without an answer: ${error.cause}`) : error;
    },
  );
  if (status !== 200 || bytes === null)
    throw unusablePicture(`a picture answered ${status}, too large: ${bytes === null}`);
  return bytes;
}

/** Cuts off a body above `maxBytes` bytes, which is then null. */
async function requestCapped(
  url: URL,
  init: RequestInit,
  maxBytes: number,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> | null }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: answer.status, headers: answer.headers, bytes: await readUpTo(answer, maxBytes) };
  } catch (error) {
    throw new NoAnswer(error);
  }
}

async function readUpTo(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return joined(parts, length);
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => {});
      return null;
    }
    parts.push(part.value);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function parsed(bytes: Uint8Array<ArrayBuffer> | null): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
