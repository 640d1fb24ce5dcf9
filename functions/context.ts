import type { Db, Query } from '../db/client.ts';
import type { Role, Scope } from '../schema/shared/enums.ts';
import type { Job } from '../schema/shared/jobs.ts';
import type { ApiSettings, AuthSettings, CommonSettings, GuestSettings, JobSettings } from './settings/index.ts';

/** The context of every verb, with the settings of its edge function. */
export interface RequestCtx<Settings = CommonSettings> {
  readonly db: Db;
  readonly settings: Settings;
  readonly requestId: string;
  /** The request is a HEAD: nobody gets the body of its answer. */
  readonly isHead: boolean;
  /** The time of the request: each call returns the same. */
  now(): Date;
  /** Headers that the answer carries, whatever its status. */
  readonly answerHeaders: Record<string, string>;
  /** Continues after the answer was sent. Null is no work, which workerd need not wait for. */
  defer(work: Promise<unknown> | null): void;
  /** Queues jobs that run no sooner than `delaySeconds` from now. */
  enqueue(jobs: readonly Job[], delaySeconds?: number): Promise<void>;
  /** Starts the delivery of new outbox rows within seconds. Without it cron starts it. It never fails. */
  nudge(): void;
}

/** The context of verbs in the edge function `guest`. */
export type GuestCtx = RequestCtx<GuestSettings>;

/** The context of verbs in the edge function `auth`. */
export type AuthCtx = RequestCtx<AuthSettings>;

/** The context of verbs in the edge function `api` that have no actor. */
export type ApiCtx = RequestCtx<ApiSettings>;

/** The context of a job, which has no actor. */
export type JobCtx<Settings = JobSettings> = Pick<
  RequestCtx<Settings>,
  'db' | 'settings' | 'now' | 'enqueue' | 'defer'
>;

/** `done` is the number of changes that a job made. `isMore` is true when the queue must run the job again for the rest. */
export interface JobResult {
  readonly done: number;
  readonly isMore: boolean;
}

/** The context of a verb that has an actor. */
export interface Ctx extends ApiCtx {
  readonly actor: Actor;
  readonly idempotency: Idempotency;
  /** The reads by staff that a page has made so far. Its end writes them to the audit log. */
  readonly staffReads?: StaffRead[];
}

/** A row of the audit log that is not written yet. */
export type StaffRead = Query<{ readonly id: number }>;

export interface Actor {
  readonly userId: number;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly isSuspended: boolean;
  /** The user has verified its email address, or comes from an external issuer that vouches for it. */
  readonly isVerified: boolean;
  /** The session that the call is made in; null for a key, and for a token of an external issuer. */
  readonly sessionId: number | null;
  /** The key of the call, if it used one. */
  readonly key: ActorKey | null;
}

export interface ActorKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** The Idempotency-Key of a mutation, and the data that its answer is stored under. */
export interface Idempotency {
  readonly key: string | null;
  readonly fingerprint: string;
  /** The status of a successful answer. */
  readonly status: number;
  /** True when an identical request was still running after the wait. */
  readonly isRunningElsewhere: boolean;
}
