import { Refusal } from '../../../schema/shared/errors.ts';

const timeoutMs = 5_000;

/** Requests another service. It follows no redirect, and cuts off a body above `maxBytes` bytes, which is then null. */
export async function requestCapped(
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> | null }> {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: answer.status, bytes: await readUpTo(answer, maxBytes) };
  } catch (error) {
    throw unavailable(error);
  }
}

/** The cause is for the log: it contains neither the address nor the key. */
export function unavailable(cause: unknown, message = messages.silent, retryAfterSeconds = 60): Refusal {
  const refusal = new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds });
  refusal.cause = cause instanceof Error ? cause : new Error(String(cause));
  return refusal;
}

export const messages = {
  silent: 'The platform is unavailable. Try again later.',
  overBudget: 'The daily quota for the platform is used up. Try again tomorrow.',
};

export const unusablePicture = (cause: string): Refusal =>
  unavailable(cause, 'The platform returned no usable picture.');

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
