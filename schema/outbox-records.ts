import type { AssignmentEventKind, EventActor, ServiceType } from './enums.ts';
import type { MessageChannel } from './messages.ts';

/** An event of an assignment that is to be told outside, with what telling it needs. Amounts are minor units as text. */
export interface ToldEvent {
  /** Of the row of the outbox. */
  readonly outboxId: number;
  readonly eventId: number;
  readonly seq: number;
  readonly kind: AssignmentEventKind;
  readonly actor: EventActor;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly assignmentId: number;
  readonly orderId: number;
  readonly type: ServiceType;
  readonly quantity: number;
  readonly base: string;
  readonly creatorFee: string;
  readonly dueAt: string;
  readonly acceptBy: string;
  readonly approveBy: string | null;
  /** The last time. */
  readonly changesRequestedAt: string | null;
  readonly advertiser: ToldParty;
  readonly creator: ToldParty;
}

/** Whom mail may go to. */
export interface Recipient {
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Its address comes from an external issuer. */
  readonly isExternal: boolean;
  readonly isSuspended: boolean;
}

export interface ToldParty extends Recipient {
  readonly userId: number;
  /** Its endpoints that want this kind of event. */
  readonly endpointIds: readonly number[];
}

export interface NewMessage {
  readonly outboxId: number;
  readonly channel: MessageChannel;
  readonly recipientId: number;
  readonly endpointId: number | null;
  /** Null: no event of an assignment is the cause. */
  readonly eventId: number | null;
  readonly kind: AssignmentEventKind | 'PASSWORD_CHANGED';
  readonly body: string;
}
