import { Refusal } from '../../schema/errors.ts';
import {
  type EndpointAction,
  type EndpointRecord,
  mostEndpoints,
  type WebhookEndpointStatus,
} from '../../schema/webhooks.ts';

const actions: Readonly<Record<WebhookEndpointStatus, readonly EndpointAction[]>> = {
  ENABLED: ['test', 'replay', 'delete'],
  DISABLED: ['enable', 'delete'],
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
  new Refusal('INVALID_STATE', `A user has at most ${mostEndpoints} endpoints. Delete one first.`, {
    status: 'LIMIT_REACHED',
    allowedActions: ['delete'],
  });

/** What is known of an endpoint when a call of it has failed. */
export interface Failing {
  /** Null: the call before was a success. */
  readonly failingSince: Date | null;
  /** How often this message was tried, this time included. */
  readonly attempts: number;
}

/** One message that failed a few times in a row is asked for too, so that a first slip long after the last call ends nothing. */
const fewestAttempts = 3;
const hourMs = 3_600_000;

/** Whether an endpoint has failed for so long, without any success, that it is left alone. */
export const isGivenUp = ({ failingSince, attempts }: Failing, now: Date, hours: number): boolean =>
  failingSince !== null && attempts >= fewestAttempts && now.getTime() - failingSince.getTime() >= hours * hourMs;
