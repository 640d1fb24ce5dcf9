import { type ErrorCode, Refusal } from '../../../schema/shared/errors.ts';
import type { Sent } from './sent-form.ts';

export type RefusedForm = Sent & { readonly refusal: Refusal };

/** The form with a key that it can be sent with. */
export const resendable = (sent: RefusedForm): RefusedForm => ({
  ...sent,
  ...otherKey[sent.refusal.code]?.(sent.refusal),
});

/** By error code: a new key for a form whose key cannot be used again, and the message. */
const otherKey: Readonly<
  Partial<Record<ErrorCode, (refusal: Refusal) => { readonly key: string; readonly refusal: Refusal }>>
> = {
  // The key belongs to the first content of the form. This is another one, unless the form is done once and says so itself.
  IDEMPOTENCY_CONFLICT: (refusal) => ({
    key: crypto.randomUUID(),
    refusal:
      refusal.message === new Refusal('IDEMPOTENCY_CONFLICT').message
        ? new Refusal(
            'IDEMPOTENCY_CONFLICT',
            'You sent this form before with other values, and Castline used those. Check the result before you send the form again.',
          )
        : refusal,
  }),
  IDEMPOTENCY_KEY_REQUIRED: () => ({
    key: crypto.randomUUID(),
    refusal: new Refusal('IDEMPOTENCY_KEY_REQUIRED', 'The form was incomplete. Send it again.'),
  }),
};
