import type { EndpointRecord } from '../../../db/notifications/endpoints.ts';
import {
  type DeliveryView,
  type EndpointAction,
  mostAsked,
  mostEndpoints,
  type WebhookEndpointStatus,
} from '../../../schema/notifications/webhooks.ts';
import { limitReached, Refusal } from '../../../schema/shared/errors.ts';

const actions: Readonly<Record<WebhookEndpointStatus, readonly EndpointAction[]>> = {
  ENABLED: ['test', 'replay', 'rotate-secret', 'delete'],
  DISABLED: ['enable', 'rotate-secret', 'delete'],
};

/** What its owner may do with an endpoint now. */
export const actionsOf = ({ status }: Pick<EndpointRecord, 'status'>): readonly EndpointAction[] => actions[status];

export function refuseUnless(action: EndpointAction, endpoint: Pick<EndpointRecord, 'status'>): void {
  const allowed = actionsOf(endpoint);
  if (!allowed.includes(action))
    throw new Refusal('INVALID_STATE', `The endpoint is ${endpoint.status}, which does not allow this.`, {
      status: endpoint.status,
      allowedActions: allowed,
    });
}

export const tooManyEndpoints = () =>
  limitReached(`A user has at most ${mostEndpoints} endpoints. Delete one first.`, ['delete']);

/** Whoever asks for calls of an endpoint that hangs keeps few of them open. */
export const tooManyAsked = (asked: 'test' | 'replay', endpoint: Pick<EndpointRecord, 'status'>) =>
  new Refusal(
    'INVALID_STATE',
    `At most ${mostAsked} ${asked}s are on their way to an endpoint. Wait for one to be tried.`,
    {
      status: `${asked.toUpperCase()}S_PENDING`,
      allowedActions: actionsOf(endpoint).filter((action) => action !== asked),
    },
  );

/** What is on its way is sent anyway. */
export function refusePending({ status, nextAttemptAt }: Pick<DeliveryView, 'status' | 'nextAttemptAt'>): void {
  if (status === 'PENDING')
    throw new Refusal('INVALID_STATE', `The delivery is PENDING: its next attempt is at ${nextAttemptAt}.`, {
      status,
      allowedActions: [],
    });
}

/** How long whoever calls an endpoint that is failing has it to itself: longer than any call takes. */
export const turnSeconds = 30;

/** How long an endpoint is left alone after so many failures in a row, so that one that hangs costs little of everybody's time. */
export const restSeconds = (failures: number): number => Math.min(longestRest, firstRest * 2 ** (failures - 1));

const firstRest = 15;
const longestRest = 3_600;

/** What is known of an endpoint when a call of it has failed. */
export interface Failing {
  /** Null: the call before was a success. */
  readonly failingSince: Date | null;
  /** How often this message was tried, this time included. */
  readonly attempts: number;
  /** How many calls in a row have failed, this one included. */
  readonly failures: number;
}

/**
 * So that a first slip long after the last call ends nothing, one message must have failed a few times in a row, or more calls of
 * whichever messages: of many that wait for an endpoint that rests, none may be tried so often.
 */
const fewestAttempts = 3;
const fewestFailures = 10;
const hourMs = 3_600_000;

/** Whether an endpoint has failed for so long, without any success, that it is left alone. */
export const isGivenUp = ({ failingSince, attempts, failures }: Failing, now: Date, hours: number): boolean =>
  failingSince !== null &&
  (attempts >= fewestAttempts || failures >= fewestFailures) &&
  now.getTime() - failingSince.getTime() >= hours * hourMs;
