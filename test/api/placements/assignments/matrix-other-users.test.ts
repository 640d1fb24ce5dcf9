import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import type { Client, Reply } from '../../../support/client.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import {
  type Action,
  assignmentsOf,
  aVod,
  bodies,
  moneyIn,
  states,
  type Work,
} from '../../../support/market/assignments.ts';
import { aFile, announced } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { diagonal } from '../../../support/stack/depth.ts';
import { jobsOf } from '../../../support/stack/jobs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const jobs = jobsOf(shared);
const { untouchedIn, seenBy, moneyOf, pathOf } = assignmentsOf(market, baseUrl, jobs);
let people: Readonly<Record<string, Person>>;
beforeAll(async () => {
  const { aPerson } = peopleOf(baseUrl, market);
  const roles = ['ADVERTISER', 'CREATOR'] as const;
  people = { otherUser: await aPerson({ roles }), staff: await aPerson({ roles: [...roles, 'STAFF'] }) };
});
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

interface Target {
  readonly base: string;
  readonly deliverableId: number;
  readonly proposalId: number;
  readonly uploadId: string;
  readonly version: number;
}

const absent: Target = {
  base: '/placement-assignments/9007199254740991',
  deliverableId: 9_007_199_254_740_991,
  proposalId: 9_007_199_254_740_991,
  uploadId: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  version: 1,
};
const file = announced(aFile['image/png'](), 'image/png');

/** Sends every request of a party about one assignment. */
async function askAll(api: Client, { base, deliverableId, proposalId, uploadId, version }: Target): Promise<Reply[]> {
  const actions = Object.keys(bodies) as Action[];
  const expectedVersion = version;
  const vod = { expectedVersion: 1, url: aVod().url };
  return Promise.all([
    ...['', '/events', '/deliverables', `/uploads/${uploadId}/download`].map((path) => api.get(base + path)),
    ...actions.map((action) => api.post(`${base}/${action}`, { expectedVersion, ...bodies[action] })),
    ...['accept', 'decline', 'withdraw'].map((decision) =>
      api.post(`${base}/change-proposals/${proposalId}/${decision}`, { expectedVersion }),
    ),
    api.put(`${base}/deliverables/${deliverableId}`, vod),
    api.post(`${base}/uploads`, { deliverableId, ...file }),
    api.post(`${base}/uploads/${uploadId}/complete`, {}),
  ]);
}

const absents = new Map<Client, Promise<string[]>>();
/** The answers to this caller about an unknown assignment; they are always the same. */
function textsOfAbsent(route: Client): Promise<string[]> {
  const texts = absents.get(route) ?? askAll(route, absent).then((replies) => replies.map(({ text }) => text));
  absents.set(route, texts);
  return texts;
}

/** All database rows of an assignment. */
async function everythingOf({ id }: Work): Promise<string> {
  const tables = [
    'placement_assignments where id',
    'deliverables where assignment_id',
    'assignment_events where assignment_id',
  ];
  const more = [
    'change_proposals where assignment_id',
    'disputes where assignment_id',
    'private_uploads where assignment_id',
  ];
  const rows = [...tables, ...more].map((table) => market.pool.query(`select * from ${table} = $1 order by 1`, [id]));
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
}

async function targetIn(work: Work): Promise<Target> {
  const { version, deliverables } = await seenBy(work.creator.api, work);
  const proposal = await market.one(
    `insert into change_proposals (assignment_id, kind, author, due_at, status, created_at, ended_at)
     values ($1, 'DUE_DATE', 'CREATOR', now() + interval '60 days', $2, now(), case when $2 <> 'OPEN' then now() end) returning id`,
    [
      work.id,
      ['ACCEPTED', 'CHANGES_REQUESTED'].includes((await seenBy(work.creator.api, work)).status) ? 'OPEN' : 'CLOSED',
    ],
  );
  const uploadId = randomUUID();
  await market.pool.query(
    `insert into private_uploads (id, owner_id, assignment_id, deliverable_id, file_name, content_type, size, sha256, status,
       incoming_key, stored_key, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'a.png', 'image/png', 9, sha256('a'), 'VERIFIED', $5, $6, now(), now(), now())`,
    [uploadId, work.creator.id, work.id, deliverables[0].id, `incoming/${uploadId}`, `stored/${uploadId}/1`],
  );
  const deliverableId = deliverables[0].id;
  return { base: pathOf(work), deliverableId, proposalId: Number(proposal.id), uploadId, version };
}

const targets = new Map<AssignmentStatus, Promise<Target>>();
/** One assignment in a state with all its parts, for tests that do not change it. */
async function untouchedTargetIn(state: AssignmentStatus): Promise<{ work: Work; target: Target }> {
  const work = await untouchedIn(state);
  const target = targets.get(state) ?? targetIn(work);
  targets.set(state, target);
  return { work, target: await target };
}

describe.concurrent.each(states)('an assignment in %s', (state) => {
  const row = states.indexOf(state);
  test.each(diagonal(['otherUser', 'staff'], row))('returns 404 to %s for every action and credential', async (who) => {
    const { work, target } = await untouchedTargetIn(state);
    const { api, twin } = people[who] ?? nobody();
    const before = await everythingOf(work);
    for (const route of diagonal([api, twin], Math.floor(row / 2))) {
      const [theirs, none] = await Promise.all([askAll(route, target), textsOfAbsent(route)]);
      expect(theirs).toHaveLength(19);
      for (const reply of theirs) expect([reply.status, reply.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
      expect(theirs.map(({ text }) => text)).toEqual(none);
      const listed = (await route.get('/placement-assignments?limit=100')).body;
      expect(listed).toEqual({ data: [], nextCursor: null });
    }
    expect(await everythingOf(work)).toBe(before);
    expect(await moneyOf(work)).toEqual(moneyIn[state]);
  });
});

function nobody(): never {
  throw new Error('they are there before the tests');
}
