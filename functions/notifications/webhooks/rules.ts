import type { EndpointRecord } from '../../../db/notifications/endpoints.ts';
import {
  type EndpointAction,
  maxEndpoints,
  maxPending,
  type WebhookEndpointStatus,
} from '../../../schema/notifications/webhook-terms.ts';
import type { DeliveryView } from '../../../schema/notifications/webhooks.ts';
import { limitReached, Refusal } from '../../../schema/shared/errors.ts';

const actions: Readonly<Record<WebhookEndpointStatus, readonly EndpointAction[]>> = {
  ENABLED: ['test', 'replay', 'rotate-secret', 'delete'],
  DISABLED: ['enable', 'rotate-secret', 'delete'],
};

/** The actions that the owner may take on an endpoint in its current status. */
export const actionsOf = ({ status }: Pick<EndpointRecord, 'status'>): readonly EndpointAction[] => actions[status];

export function refuseUnless(action: EndpointAction, endpoint: Pick<EndpointRecord, 'status'>): void {
  const allowed = actionsOf(endpoint);
  if (!allowed.includes(action))
    throw new Refusal('INVALID_STATE', `The endpoint is ${endpoint.status}. This state does not allow the operation.`, {
      status: endpoint.status,
      allowedActions: allowed,
    });
}

export const tooManyEndpoints = () =>
  limitReached(`A user has at most ${maxEndpoints} endpoints. Delete one first.`, ['delete']);

/** Bounds the requested calls in flight, in case the endpoint hangs. Only an enabled endpoint has tests and replays. */
export const tooManyPending = (requested: 'test' | 'replay') =>
  new Refusal(
    'INVALID_STATE',
    `An endpoint has at most ${maxPending} pending ${requested}s. Wait for one of them to end.`,
    {
      status: `${requested.toUpperCase()}S_PENDING`,
      allowedActions: actions.ENABLED.filter((action) => action !== requested),
    },
  );

/** Refuses to replay a pending delivery: the job sends it anyway. */
export function refusePending({ status, nextAttemptAt }: Pick<DeliveryView, 'status' | 'nextAttemptAt'>): void {
  if (status === 'PENDING')
    throw new Refusal('INVALID_STATE', `The delivery is PENDING. Its next attempt is at ${nextAttemptAt}.`, {
      status,
      allowedActions: [],
    });
}

/** Duration of the lease on a failing endpoint: longer than any call. */
export const callLeaseSeconds = 30;

/** The backoff of an endpoint after consecutive failures. It keeps an endpoint that hangs from delaying others. */
export const backoffSeconds = (failures: number): number => Math.min(maxBackoff, firstBackoff * 2 ** (failures - 1));

const firstBackoff = 15;
const maxBackoff = 3_600;

/** The state of an endpoint after a failed call. */
export interface Failing {
  /** Null when the previous call succeeded. */
  readonly failingSince: Date | null;
  /** Attempts of this message, including this one. */
  readonly attempts: number;
  /** Consecutive failed calls, including this one. */
  readonly failures: number;
}

/**
 * The minimum of attempts of one message, or of failed calls of any messages, before an endpoint is disabled. So one failure long after the
 * last call does not disable it. Backoff can keep each waiting message below the first limit, so the second one counts calls.
 */
const minAttempts = 3;
const minFailures = 10;
const hourMs = 3_600_000;

/** Whether an endpoint has failed for long enough, without a success, to be disabled. */
export const isToBeDisabled = ({ failingSince, attempts, failures }: Failing, now: Date, hours: number): boolean =>
  failingSince !== null &&
  (attempts >= minAttempts || failures >= minFailures) &&
  now.getTime() - failingSince.getTime() >= hours * hourMs;
