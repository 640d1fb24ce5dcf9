import { expect } from 'vitest';
import type { Party } from '../../../schema/shared/enums.ts';
import type { Reply } from '../client.ts';
import type { Effect } from './effects.ts';
import { isRefused, type Refused } from './judge.ts';
import type { ModelRequest } from './requests.ts';
import { allowed, openProposalOf, type Work } from './work.ts';

/** The fields of an assignment view that the model covers. */
export function modelledFields(view: Reply['body']) {
  const { id, status, version, role, allowedActions, dueAt, openProposal, deliverables, amounts } = view;
  return {
    ...{ id, status, version, role, dueAt },
    allowedActions: [...allowedActions].sort(),
    openProposal: openProposal && {
      ...{ id: openProposal.id, kind: openProposal.kind, author: openProposal.author, dueAt: openProposal.dueAt },
      allowedActions: [...openProposal.allowedActions].sort(),
    },
    deliverables: deliverables.map((one: Reply['body']) => ({
      ...{ id: one.id, version: one.version, contentId: one.contentId, expectedAt: one.expectedAt },
    })),
    amounts: Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Object(amount).raw])),
  };
}

export function seenBy(work: Work, role: Party) {
  const { id, status, version, dueAt, money } = work;
  const open = openProposalOf(work);
  return {
    ...{ id, status, version, role, dueAt },
    allowedActions: allowed(work, role).sort(),
    openProposal: open && {
      ...{ id: open.id, kind: open.kind, author: open.author, dueAt: open.dueAt },
      allowedActions: open.author === role ? ['withdraw'] : ['accept', 'decline'],
    },
    deliverables: work.results,
    amounts:
      role === 'ADVERTISER'
        ? { base: `${money.base}`, brandFee: `${money.brandFee}`, total: `${money.base + money.brandFee}` }
        : { base: `${money.base}`, creatorFee: `${money.creatorFee}`, net: `${money.base - money.creatorFee}` },
  };
}

/** Expects the verdict of the model: a refusal with its code and allowed actions, or a success. */
export function expectVerdict(reply: Reply, verdict: Refused | Effect, request: ModelRequest, work: Work): void {
  const outcome = { status: reply.status, code: reply.body?.code };
  if (!isRefused(verdict)) {
    expect(outcome).toEqual({ status: 200, code: undefined });
    return;
  }
  expect(outcome).toEqual({ status: verdict.status, code: verdict.code });
  if (verdict.code !== 'INVALID_STATE') return;
  const mayDo = request.what === 'resolve' || request.by === 'OTHER_USER' ? [] : allowed(work, request.by);
  expect({ status: reply.body.status, allowedActions: [...reply.body.allowedActions].sort() }).toEqual({
    status: work.status,
    allowedActions: mayDo.sort(),
  });
}

/** Applies the effect to the model, and expects the answer to match it. */
export function learn(work: Work, effect: Effect, request: ModelRequest, { body: { data } }: Reply): void {
  effect(work, { newProposalId: data.openProposal?.id ?? 0 });
  if (request.what === 'deliver') {
    const { version, contentId } = data;
    expect(work.results.find(({ id }) => id === data.id)).toMatchObject({ version, contentId });
  } else if (request.what === 'resolve')
    expect(data).toMatchObject({ status: work.status, version: work.version, dispute: { outcome: request.outcome } });
  else if (request.by !== 'OTHER_USER') expect(modelledFields(data)).toEqual(seenBy(work, request.by));
}
