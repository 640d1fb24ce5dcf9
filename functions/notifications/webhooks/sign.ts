export interface Signing {
  readonly id: string;
  readonly body: string;
  /** The newest first; while one secret follows another, there are two. */
  readonly secrets: readonly string[];
}

/** What a call carries: its id, the time of this attempt, and a signature by each secret over both and the body (Standard Webhooks). */
export async function signedHeaders({ id, body, secrets }: Signing, at: Date): Promise<Record<string, string>> {
  const { Webhook } = await import('./webhook-library.ts');
  return {
    'content-type': 'application/json',
    'user-agent': 'Castline-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
