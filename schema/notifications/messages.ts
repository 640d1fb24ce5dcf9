import type { DeliveryKind } from './webhook-terms.ts';

export const messageChannels = ['WEBHOOK', 'MAIL'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The kinds of webhook calls, and those of emails that no event causes. */
export type MessageKind = DeliveryKind | 'PASSWORD_CHANGED' | 'webhook.disabled';

/** The result of an attempt. */
export type Outcome =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      /** Null when there was no response. */
      readonly status: number | null;
      /** A description for the owner, without an address or a secret. */
      readonly error: string;
      /** A retry cannot succeed. */
      readonly isFinal?: boolean;
      /** The receiver's Retry-After. */
      readonly notBefore?: Date;
      /** No attempt was made, because the endpoint backs off until then. */
      readonly backoffUntil?: Date;
      /** No attempt was made, because the recipient must not be notified any more. */
      readonly isCancelled?: boolean;
    };
