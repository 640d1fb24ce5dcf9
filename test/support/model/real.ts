import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import { isRefused, judge, namedProposal, postOf } from './judge.ts';
import { type Caller, callerOf, type Funded, type Lane } from './lane.ts';
import type { ModelRequest, Who } from './requests.ts';
import { expectVerdict, learn, modelledFields, seenBy } from './seen.ts';
import { type Base, baseOf, expected, type LastKey, readSnapshot } from './snapshot.ts';
import type { Jobs } from './time.ts';
import { orderStatus, type Work } from './work.ts';

interface Sent {
  readonly caller: Caller;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Done extends Sent {
  readonly key: string;
  readonly text: string;
}

const day = 86_400_000;

/** The real state of one order of a lane, and the requests sent to it. */
export class Real {
  readonly lane: Lane;
  readonly jobs: Jobs;
  readonly orderId: number;
  readonly base: Base;
  readonly startedAt = Date.now();
  private readonly done: Done[] = [];
  private readonly refusedKeys = new Map<number, string>();
  private touched = '';
  private last: LastKey = { ownerId: 0, key: randomUUID() };
  private isKeyBound = false;

  private constructor(lane: Lane, jobs: Jobs, base: Base, { orderId }: Funded) {
    this.lane = lane;
    this.jobs = jobs;
    this.base = base;
    this.orderId = orderId;
  }

  static async open(lane: Lane, jobs: Jobs, fund: () => Promise<Funded>): Promise<{ real: Real; assignments: Work[] }> {
    const base = await baseOf(lane);
    const funded = await fund();
    // Messages of the checkout are counted too: one event for each assignment.
    const real = new Real(lane, jobs, base, funded);
    await real.compare(funded.assignments);
    return { real, assignments: funded.assignments };
  }

  /**
   * Sends the request, checks the answer against the model's verdict, and returns the update of the model; null for a
   * refusal.
   */
  async request(work: Work, request: ModelRequest): Promise<(() => void) | null> {
    const sent = this.sentFor(work, request);
    const { id: ownerId, api } = sent.caller;
    const verdict = judge(work, request, this.datesOf(work, request));
    const key = (request.isOldKey ? this.refusedKeys.get(ownerId) : undefined) ?? randomUUID();
    const replies = await Promise.all(
      Array.from({ length: request.copies }, () => api.send(sent.method, sent.path, { body: sent.body, key })),
    );
    for (const reply of replies) expectVerdict(reply, verdict, request, work);
    const [reply] = replies;
    if (!reply) throw new Error('nothing was sent');
    this.last = { ownerId, key };
    this.isKeyBound = !isRefused(verdict);
    if (isRefused(verdict)) {
      this.refusedKeys.set(ownerId, key);
      return null;
    }
    for (const other of replies) expect(other.text).toBe(reply.text);
    this.refusedKeys.delete(ownerId);
    this.done.push({ ...sent, key, text: reply.text });
    return () => learn(work, verdict, request, reply);
  }

  /** Repeats a successful request: unchanged, with another body, or for another action. */
  async replay(pick: number, how: 'same' | 'other body' | 'other action'): Promise<boolean> {
    const earlier = this.done[pick % Math.max(1, this.done.length)];
    if (!earlier) return false;
    const { caller, method, path, body, key } = earlier;
    const reply =
      how === 'other action'
        ? await this.elsewhere(earlier)
        : await caller.api.send(method, path, { key, body: how === 'same' ? body : otherBody(body) });
    if (how === 'same') {
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: earlier.text });
      expect(reply.headers.get('idempotent-replayed')).toBe('true');
    } else expect({ status: reply.status, code: reply.body?.code }).toEqual(conflict);
    this.last = { ownerId: caller.id, key };
    this.isKeyBound = true;
    return true;
  }

  private elsewhere({ caller, path, key }: Done): Promise<Reply> {
    const isStaff = path.startsWith('/staff/');
    const target = isStaff ? `/staff/users/${this.lane.advertiser.id}/deposits` : `${pathWithin(path)}/issues`;
    const body = isStaff
      ? { amountCents: '100', reference: randomUUID() }
      : { expectedVersion: 1, ...issue, reason: 'OTHER' };
    return caller.api.post(target, body, { key });
  }

  /** Expects the database to equal the model, and after a refusal no row to be touched. */
  async compare(assignments: readonly Work[], isUntouched = false): Promise<void> {
    const { lane, base } = this;
    const { facts, touched } = await readSnapshot(lane, base, this.orderId, this.last);
    expect(facts).toEqual(expected(lane, base, assignments, this.isKeyBound));
    if (isUntouched) expect(touched).toBe(this.touched);
    this.touched = touched;
  }

  /**
   * Expects a user who did not act to read the state of the model: one assignment, or for the advertiser the whole
   * order.
   */
  async compareReads(assignments: readonly Work[], touched: Work, by: Who | 'NOBODY'): Promise<void> {
    if (by === 'ADVERTISER') {
      const { api } = callerOf(this.lane, touched, 'CREATOR');
      const { data } = (await api.get(`/placement-assignments/${touched.id}`)).body;
      expect(modelledFields(data)).toEqual(seenBy(touched, 'CREATOR'));
      return;
    }
    const path = `/placement-assignments?role=advertiser&limit=${assignments.length}`;
    const { data } = (await this.lane.advertiser.api.get(path)).body;
    expect([...data].reverse().map(modelledFields)).toEqual(assignments.map((work) => seenBy(work, 'ADVERTISER')));
  }

  /** Expects the order and the whole history at the end. */
  async compareHistory(assignments: readonly Work[]): Promise<void> {
    const { api } = this.lane.advertiser;
    expect((await api.get(`/placement-orders/${this.orderId}`)).body.data.status).toBe(orderStatus(assignments));
    for (const work of assignments) {
      const { data } = (await api.get(`/placement-assignments/${work.id}/events?limit=100`)).body;
      expect(data.map(({ kind, actor }: { kind: string; actor: string }) => `${kind} ${actor}`)).toEqual(
        work.events.slice(0, 100),
      );
    }
  }

  private datesOf(work: Work, { dueInDays, position }: ModelRequest) {
    const dueAt = new Date(this.startedAt + dueInDays * day).toISOString();
    const moved = work.results[position];
    const expectedAt = new Date(this.startedAt + (dueInDays - 1) * day).toISOString();
    return { dueAt, moves: new Map(moved ? [[moved.id, expectedAt]] : []) };
  }

  private sentFor(work: Work, request: ModelRequest): Sent {
    const path = `/placement-assignments/${work.id}`;
    const expectedVersion = off(work.version, request.off);
    if (request.what === 'resolve') {
      const { outcome, shareBps } = request;
      const body = { outcome, note: 'Decided.', ...(outcome === 'SPLIT' && { creatorShareBps: shareBps }) };
      return { caller: this.lane.staff, method: 'POST', path: `/staff/assignments/${work.id}/resolve`, body };
    }
    const caller = callerOf(this.lane, work, request.by);
    if (request.what === 'deliver') {
      const result = work.results[request.position % work.results.length];
      const body = { expectedVersion: off(result?.version ?? 1, request.off), url: urlOf(work, request) };
      return { caller, method: 'PUT', path: `${path}/deliverables/${result?.id}`, body };
    }
    if (request.what === 'decide') {
      const id = namedProposal(work, request)?.id ?? 999_999_999;
      return {
        caller,
        method: 'POST',
        path: `${path}/change-proposals/${id}/${request.decision}`,
        body: { expectedVersion },
      };
    }
    return {
      caller,
      method: 'POST',
      path: `${path}/${request.what}`,
      body: request.what === 'statements' ? statement : { expectedVersion, ...this.detail(work, request) },
    };
  }

  private detail(work: Work, request: ModelRequest): object {
    if (request.what === 'request-changes') return { reason: 'The logo is missing.' };
    if (request.what === 'issues') return issue;
    if (request.what !== 'change-proposals') return {};
    const { dueAt, moves } = this.datesOf(work, request);
    const results = [...moves].map(([deliverableId, expectedAt]) => ({ deliverableId, expectedAt }));
    return { kind: 'DUE_DATE', dueAt, results };
  }
}

const issue = { reason: 'QUALITY', description: 'It is not what was ordered.' };
const statement = { text: 'It is what was ordered.' };
const conflict = { status: 409, code: 'IDEMPOTENCY_CONFLICT' };
function urlOf(work: Work, { position, url }: ModelRequest): string {
  if (url === 'elsewhere') return 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  return `https://m.twitch.tv/videos/${postOf(work, position % work.results.length, url)}?t=1h`;
}

/** Versions begin at 1: version 0 is refused as malformed. */
const off = (version: number, by: ModelRequest['off']) => (version + by < 1 ? version + 1 : version + by);
const pathWithin = (path: string) => path.split('/').slice(0, 3).join('/');
/** Another valid body: of the statement, the decision of a dispute, or any other request. */
function otherBody(body: Sent['body']): Sent['body'] {
  if ('text' in body) return { ...body, text: 'Other.' };
  return 'note' in body ? { ...body, note: 'Other.' } : { ...body, expectedVersion: Number(body.expectedVersion) + 1 };
}
