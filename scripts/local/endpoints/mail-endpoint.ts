import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LocalClock } from '../clock.ts';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from './endpoint.ts';

export interface MailOptions {
  clock: Pick<LocalClock, 'now'>;
  directory: string;
  token: string;
}

/**
 * Serves the shape of Resend's `POST /emails`. Each email becomes a JSON file with a name that sorts by time. A repeated
 * Idempotency-Key is one email.
 */
export async function startMailEndpoint(options: MailOptions): Promise<Endpoint> {
  const { directory } = options;
  mkdirSync(directory, { recursive: true });
  const taken = new Map<string, { body: string; id: string }>();
  return startEndpoint({
    handle: async (request) => accept(options, taken, request),
    async whenReset() {
      taken.clear();
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
    },
  });
}

function accept(
  { directory, token, clock }: MailOptions,
  taken: Map<string, { body: string; id: string }>,
  { method, path: address, headers, body }: Request,
): Answer {
  if (method !== 'POST' || address !== '/emails') return problem(404, 'not_found', 'POST /emails');
  if (headers.authorization !== `Bearer ${token}`) return problem(401, 'invalid_api_key', 'API key is invalid');
  const mail = parse(body);
  const missing = ['from', 'to', 'subject'].find((field) => mail[field] === undefined || mail[field] === '');
  if (missing !== undefined) return problem(422, 'missing_required_field', `Missing \`${missing}\` field.`);
  if (mail.text === undefined && mail.html === undefined) {
    return problem(422, 'missing_required_field', 'Missing `html` or `text` field.');
  }
  const key = headers['idempotency-key'];
  const earlier = typeof key === 'string' ? taken.get(key) : undefined;
  if (earlier?.body === body) return json(200, { id: earlier.id });
  if (earlier) return problem(409, 'invalid_idempotent_request', 'The key was used with another payload.');
  const id = randomUUID();
  if (typeof key === 'string') taken.set(key, { body, id });
  const at = clock.now().toISOString();
  const { from, to, subject, text, html } = mail;
  const file = path.join(directory, `${at.replaceAll(':', '-')}-${id}.json`);
  writeFileSync(file, `${JSON.stringify({ id, at, from, to, subject, text, html }, null, 2)}\n`, { mode: 0o600 });
  return json(200, { id });
}

function parse(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function problem(statusCode: number, name: string, message: string): Answer {
  return json(statusCode, { statusCode, name, message });
}
