import { randomUUID } from 'node:crypto';

/**
 * Five lines to paste into a shell: browse the catalog, draft an order, quote it, check it out, see what is reserved.
 * They need curl, grep, head, cut and paste. Pasted again they replay: their Idempotency-Keys stay the same.
 */
export function curlLines(baseUrl: string, apiKey: string, serviceListingId: number, now: Date): readonly string[] {
  const orders = `${baseUrl}/api/v1/public/placement-orders`;
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  const post = () => `curl -s -X POST ${key} -H 'Content-Type: application/json' -H 'Idempotency-Key: ${randomUUID()}'`;
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
  const item = {
    serviceListingId,
    quantity: 1,
    discountBps: 0,
    dueAt: inDays(30),
    brief: 'Show the product for a minute.',
    results: [{ expectedAt: inDays(20) }],
    rights: {},
  };
  const id = `$(echo "$ORDER" | grep -oE '"id":[0-9]+' | head -1 | cut -d: -f2)`;
  const quoted = `$(echo "$QUOTE" | grep -oE '"(quoteId|payloadHash)":"[^"]+"|"quoteVersion":[0-9]+' | paste -sd, -)`;
  return [
    `curl -s '${baseUrl}/api/v1/creator-catalog?limit=1'; echo`,
    `ORDER=$(${post()} ${orders} -d '${JSON.stringify({ items: [item] })}'); echo "$ORDER"`,
    `QUOTE=$(${post()} ${orders}/${id}/quote -d '{"expectedVersion":1}'); echo "$QUOTE"`,
    `${post()} ${orders}/${id}/checkout -d "{${quoted},\\"confirm\\":true}"; echo`,
    `curl -s ${key} ${baseUrl}/api/v1/public/wallet; echo`,
  ];
}
