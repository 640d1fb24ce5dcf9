import { lastingHeaders } from './header-rules.ts';

export interface Signing {
  readonly id: string;
  readonly body: string;
  /** Newest first. There are two while a rotation overlaps. */
  readonly secrets: readonly string[];
}

/** The headers of a call: its id, the time of this attempt, and one signature per secret over id, time and body (Standard Webhooks). */
export async function signedHeaders({ id, body, secrets }: Signing, at: Date): Promise<Record<string, string>> {
  const { Webhook } = await import('./webhook-library.ts');
  return {
    ...lastingHeaders(id),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
