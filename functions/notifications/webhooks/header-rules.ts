/** The headers of a call that are the same at each attempt. */
export const lastingHeaders = (id: string): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'Castline-Webhooks/1',
  'webhook-id': id,
});

/** The value of `webhook-id`. */
export const webhookIdOf = (messageId: number): string => `msg_${messageId}`;
