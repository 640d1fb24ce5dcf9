import type { Db } from '../db/client.ts';
import type { Role, Scope } from '../schema/shared/enums.ts';
import type { Job } from '../schema/shared/jobs.ts';
import type { ApiSettings, AuthSettings, CommonSettings, GuestSettings, JobSettings } from './settings/index.ts';

/** What every verb receives, with the settings of the edge function that it runs in. */
export interface RequestCtx<Settings = CommonSettings> {
  readonly db: Db;
  readonly settings: Settings;
  readonly requestId: string;
  /** The time of the request: the same however often it is asked. */
  now(): Date;
  /** Goes on after the answer has left. */
  defer(work: Promise<unknown>): void;
  /** Puts jobs into the queue, to be done no sooner than `delaySeconds` from now. */
  enqueue(jobs: readonly Job[], delaySeconds?: number): Promise<void>;
  /** What a commit wrote to the outbox is told within seconds; without it, when cron looks. It never fails. */
  nudge(): void;
}

/** What a verb of the edge function `guest` receives. */
export type GuestCtx = RequestCtx<GuestSettings>;

/** What a verb of the edge function `auth` receives. */
export type AuthCtx = RequestCtx<AuthSettings>;

/** What a verb of the edge function `api` receives that acts for nobody. */
export type ApiCtx = RequestCtx<ApiSettings>;

/** What a job receives: nobody asked for it. */
export type JobCtx<Settings = JobSettings> = Pick<RequestCtx<Settings>, 'db' | 'settings' | 'now' | 'enqueue'>;

/** `done` is the number of things that a job changed. `isMore` is true when the queue must run the job again for the rest. */
export interface JobResult {
  readonly done: number;
  readonly isMore: boolean;
}

/** What a verb receives that acts for somebody. */
export interface Ctx extends ApiCtx {
  readonly actor: Actor;
  readonly idempotency: Idempotency;
}

export interface Actor {
  readonly userId: number;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly isSuspended: boolean;
  /** The user has proven its email address, or comes from an external issuer, which answers for it. */
  readonly isVerified: boolean;
  /** When the session began whose token this is; null for a key, and for an external issuer's token. */
  readonly signedInAt: Date | null;
  /** The key of the call, when it came by one. */
  readonly key: ActorKey | null;
}

export interface ActorKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** The Idempotency-Key of a mutation, and what its answer is stored under. */
export interface Idempotency {
  readonly key: string | null;
  readonly fingerprint: string;
  /** The status that a success answers with. */
  readonly status: number;
  /** An identical request had not ended when the wait for it was over. */
  readonly isRunningElsewhere: boolean;
}
