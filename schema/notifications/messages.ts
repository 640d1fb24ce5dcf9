import type { DeliveryKind } from './webhooks.ts';

export const messageChannels = ['WEBHOOK', 'MAIL'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The kinds of webhook calls, and those of emails that no assignment causes. */
export type MessageKind = DeliveryKind | 'PASSWORD_CHANGED' | 'webhook.disabled';

/** What came of an attempt. */
export type Outcome =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      /** Null when nobody answered. */
      readonly status: number | null;
      /** In plain words, without an address or a secret. */
      readonly error: string;
      /** Nothing that is tried later can be better. */
      readonly isFinal?: boolean;
      /** Whoever was asked wants to be left alone until then. */
      readonly notBefore?: Date;
      /** It was not tried, since whoever it is for is left alone until then. */
      readonly backoffUntil?: Date;
      /** It was not tried, since nobody is to be told any more. */
      readonly isCancelled?: boolean;
    };
