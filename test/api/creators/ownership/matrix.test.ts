import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnershipStatus } from '../../../../schema/creators/creators.ts';
import type { Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { aFile, announced, sha256Of } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { type OwnedChannel, type Owner, ownershipOf } from '../../../support/market/ownership.ts';
import { objectStoreOf } from '../../../support/object-store.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, aChannel, anUpload } = ownershipOf({ market, baseUrl });
const store = objectStoreOf(shared.storeUrl);
let staff: Person;
let owner: Owner;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  owner = await anOwner();
});
afterAll(() => market.close());

const picture = aFile['image/png']();
const actions = ['challenge', 'upload', 'complete', 'evidence', 'submit', 'approve', 'reject', 'withdraw'] as const;
type Action = (typeof actions)[number];

const act: Readonly<Record<Action, (channel: OwnedChannel) => Promise<Reply>>> = {
  challenge: ({ id }) => owner.api.post(`/influencer-channels/${id}/ownership-challenge`, {}),
  upload: ({ id }) => owner.api.post(`/influencer-channels/${id}/ownership-uploads`, announced(picture, 'image/png')),
  async complete({ id }) {
    const incoming_key = `incoming/${randomUUID()}`;
    await store.put(incoming_key, Uint8Array.from(picture), 'image/png');
    const sha256 = Buffer.from(sha256Of(picture), 'hex');
    const uploadId = await anUpload(owner.id, id, 'PENDING', { incoming_key, size: picture.length, sha256 });
    return owner.api.post(`/influencer-channels/${id}/ownership-uploads/${uploadId}/complete`, {});
  },
  async evidence({ id }) {
    const uploadIds = [await anUpload(owner.id, id)];
    return owner.api.post(`/influencer-channels/${id}/ownership-evidence`, { uploadIds });
  },
  submit: ({ id }) => owner.api.post(`/influencer-channels/${id}/submit`, {}),
  approve: ({ id }) => staff.twin.post(`/staff/ownership-reviews/${id}/approve`, {}),
  reject: ({ id }) => staff.twin.post(`/staff/ownership-reviews/${id}/reject`, { reason: 'Not convincing.' }),
  withdraw: ({ id }) => staff.twin.post(`/staff/ownership-reviews/${id}/withdraw`, { reason: 'Sold.' }),
};

/** The next state, or the content of the refusal. */
type Outcome = OwnershipStatus | { readonly allowedActions: readonly string[] } | 404;

const no = (...allowedActions: string[]) => ({ allowedActions });
const atFirst = no('challenge');

/** Written by hand. Staff sees a channel from its submission on. */
const matrix: Readonly<Record<OwnershipStatus, Readonly<Record<Action, Outcome>>>> = {
  NONE: {
    challenge: 'CHALLENGED',
    upload: atFirst,
    complete: atFirst,
    evidence: atFirst,
    submit: atFirst,
    approve: 404,
    reject: 404,
    withdraw: 404,
  },
  CHALLENGED: {
    challenge: 'CHALLENGED',
    upload: 'CHALLENGED',
    complete: 'CHALLENGED',
    evidence: 'CHALLENGED',
    submit: 'PENDING_REVIEW',
    approve: 404,
    reject: 404,
    withdraw: 404,
  },
  PENDING_REVIEW: {
    challenge: no(),
    upload: no(),
    complete: no(),
    evidence: no(),
    submit: no(),
    approve: 'VERIFIED',
    reject: 'REJECTED',
    withdraw: no('approve', 'reject'),
  },
  VERIFIED: {
    challenge: no(),
    upload: no(),
    complete: no(),
    evidence: no(),
    submit: no(),
    approve: no('withdraw'),
    reject: no('withdraw'),
    withdraw: 'REJECTED',
  },
  REJECTED: {
    challenge: 'CHALLENGED',
    upload: atFirst,
    complete: atFirst,
    evidence: atFirst,
    submit: atFirst,
    approve: no(),
    reject: no(),
    withdraw: no(),
  },
};

const states = ['NONE', 'CHALLENGED', 'PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const;
const stateOf = (id: number) => market.one('select ownership, version from channels where id = $1', [id]);

describe.each(states)('an ownership claim in %s', (ownership) => {
  test.each(actions)('follows the transition table for %s', async (action) => {
    const channel = await aChannel(owner.id, { ownership });
    const outcome = matrix[ownership][action];
    const reply = await act[action](channel);
    if (typeof outcome === 'string')
      expect({ status: Math.floor(reply.status / 100), text: reply.text }).toMatchObject({ status: 2 });
    else if (outcome === 404) refused(reply, 'RESOURCE_NOT_FOUND');
    else expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: ownership, ...outcome });
    const expected = typeof outcome === 'string' ? outcome : ownership;
    expect((await stateOf(channel.id)).ownership).toBe(expected);
  });

  test('refuses every action while its channel is blocked, and returns 404 once the channel is removed', async () => {
    for (const action of actions) {
      const blocked = await aChannel(owner.id, { ownership, status: 'BLOCKED' });
      const isUnseen = matrix[ownership][action] === 404;
      if (isUnseen) refused(await act[action](blocked), 'RESOURCE_NOT_FOUND', action);
      else
        expect(refused(await act[action](blocked), 'INVALID_STATE', action)).toMatchObject({
          status: 'BLOCKED',
          allowedActions: [],
        });
      const removed = await aChannel(owner.id, { ownership, status: 'REMOVED' });
      refused(await act[action](removed), 'RESOURCE_NOT_FOUND', action);
      expect((await stateOf(blocked.id)).ownership).toBe(ownership);
      expect((await stateOf(removed.id)).ownership).toBe(ownership);
    }
  });
});

test('staff cannot decide a claim that began again after its submission, and gets the current state', async () => {
  const channel = await aChannel(owner.id, { ownership: 'REJECTED' });
  await act.challenge(channel);
  for (const action of ['approve', 'reject', 'withdraw'] as const)
    expect(refused(await act[action](channel), 'INVALID_STATE')).toMatchObject({
      status: 'CHALLENGED',
      allowedActions: [],
    });
});
