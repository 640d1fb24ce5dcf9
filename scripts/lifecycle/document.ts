import { life as channels } from '../../functions/creators/channels/rules.ts';
import { life as ownership } from '../../functions/creators/ownership/rules.ts';
import { life as pages } from '../../functions/creators/profile/rules.ts';
import { life as assignments } from '../../functions/placements/assignments/rules.ts';
import { life as orders } from '../../functions/placements/orders/rules.ts';
import { life as accounts } from '../../functions/social-accounts/rules.ts';
import { life as sessions } from '../../functions/social-accounts/session-rules.ts';
import { life as uploads } from '../../functions/uploads/rules.ts';
import { assignmentArrows } from './assignment-arrows.ts';
import { campaignDiagram, campaignPostDiagram } from './campaign-diagrams.ts';
import { factoryDiagram } from './factory-diagram.ts';
import { arrowsOf, by, endsOf, stateDiagram } from './state-diagram.ts';

const orderDiagram = (): string =>
  stateDiagram({
    begins: [
      { to: 'DRAFT', label: 'create (advertiser)' },
      { to: 'FUNDED', label: 'confirm a custom offer (advertiser), price and brand fee are reserved' },
    ],
    arrows: arrowsOf(orders, by('advertiser', { checkout: 'checkout (advertiser), price and brand fee are reserved' })),
    // After funding, from assignments determine the status.
    ends: [],
  });

const assignmentDiagram = (): string =>
  stateDiagram({
    begins: [
      { to: 'PENDING', label: 'checkout, or a confirmed custom offer (advertiser), price and brand fee are reserved' },
    ],
    arrows: assignmentArrows(),
    ends: endsOf(assignments),
  });

const disputeDiagram = (): string =>
  stateDiagram({
    begins: [],
    arrows: assignmentArrows().filter(({ from, to }) => from === 'DISPUTED' || to === 'DISPUTED'),
    ends: [],
  });

const uploadDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'PENDING', label: 'announce (owner)' }],
    arrows: arrowsOf(uploads, (action, to) => uploadWords[`${action} ${to}`] ?? `${action} (owner)`),
    ends: endsOf(uploads),
  });
const uploadWords: Readonly<Record<string, string>> = {
  'complete VERIFIED': 'complete (owner), the file is as announced',
  'complete REJECTED': 'complete (owner), the file differs or is damaged',
  'expire EXPIRED': 'never completed (system)',
  'forget EXPIRED': '30 days after no claim or recording session needs it (system)',
};

const pageDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'NONE', label: 'choose the role CREATOR' }],
    arrows: arrowsOf(pages, by('creator')),
    ends: [],
  });

const channelDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'ACTIVE', label: 'add (creator)' }],
    arrows: arrowsOf(channels, by('creator', { block: 'block (staff)', unblock: 'unblock (staff)' })),
    ends: endsOf(channels),
  });

const signIn = 'sign in at the platform (creator)';

const accountDiagram = (): string =>
  stateDiagram({
    begins: [
      { to: 'PENDING', label: 'add (creator)' },
      { to: 'ACTIVE', label: signIn },
    ],
    arrows: [
      ...arrowsOf(
        accounts,
        by('creator', {
          prove: `the code is in the profile (system), ${signIn}`,
          block: 'block (staff)',
          unblock: 'unblock (staff)',
        }),
      ),
      { from: 'ACTIVE', to: 'SUSPENDED', label: 'suspend its owner (staff)' },
      { from: 'SUSPENDED', to: 'ACTIVE', label: 'end the suspension (staff)' },
    ],
    ends: ['DELETED'],
  });

const sessionDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'NONE', label: 'prove the account (creator)' }],
    arrows: arrowsOf(sessions, (action, to) => sessionWords[action] ?? `${action} ${to}`),
    ends: [],
  });
const sessionWords: Readonly<Record<string, string>> = {
  open: 'open (creator)',
  upload: 'complete the upload of a video (creator)',
  verify: 'verify (staff), the audience is stored',
  reject: 'reject (staff)',
  expire: '24 hours without a recording (system)',
  close: 'give up the account (creator)',
};

const ownershipDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'NONE', label: 'add the channel (creator)' }],
    arrows: arrowsOf(
      ownership,
      by('creator', {
        approve: 'approve (staff)',
        reject: 'reject (staff)',
        withdraw: 'withdraw (staff)',
        find: 'the code is in the bio (system)',
      }),
    ),
    ends: endsOf(ownership),
  });

/** The text of docs/lifecycle.md, from the `life` tables. */
export const lifecycleDocument = (): string => `# States and transitions

This page shows the states of each object, the actors of each transition, and its payments. \`npm run lifecycle\` writes this file from the
\`life\` tables in \`functions/**/rules.ts\`. The service refuses any other transition with 409 \`INVALID_STATE\`, which contains the present
status and the allowed actions. *System* is a job of the service.

## Placement orders

${orderDiagram()}

A change of a \`QUOTED\` order makes it a \`DRAFT\` again, and so does the expiry of its quote. If a draft does not change for
\`DRAFT_TTL_DAYS\` (30 by default), the service cancels it (\`CANCELLED\`). After funding, the assignments determine the status of the order,
and the commit that changes an assignment also updates it. The order is \`FUNDED\` until the first creator accepts, then \`IN_PROGRESS\`. When
all assignments have ended, it is \`COMPLETED\` if at least one of them is \`APPROVED\` or \`RESOLVED\`, and \`CANCELLED\` otherwise.

## Quotes

A quote has no transitions of its own. It is \`ACTIVE\` until it expires (\`EXPIRED\`), a newer quote or a change of its order replaces it
(\`SUPERSEDED\`), or the advertiser checks it out (\`CONSUMED\`).

## Assignments

${assignmentDiagram()}

*Payout*: the creator gets the price less the creator fee, the platform gets both fees. *Refund*: the advertiser gets the whole reserved amount
back. *Split*: the service pays the creator's share and the fees on that share, and the advertiser gets the rest back.

- After \`acceptBy\` the creator cannot accept any more, even if the job that sets \`EXPIRED\` has not run yet. After \`approveBy\` only
  approval is possible.
- In \`ACCEPTED\` and \`CHANGES_REQUESTED\`, \`cancel\` of the advertiser opens a proposal to cancel. But it cancels the assignment at once if the
  deadline passed without a submission, and at least \`LATE_CANCEL_HOURS\` (72 by default) have passed since the deadline and since the last
  request for changes.
- The creator can deliver results and add private files in \`ACCEPTED\` and \`CHANGES_REQUESTED\`.

## Change proposals

An assignment has at most one \`OPEN\` proposal, in \`ACCEPTED\` or \`CHANGES_REQUESTED\`. The other party accepts (\`ACCEPTED\`) or declines
(\`DECLINED\`) it, or its author withdraws it (\`WITHDRAWN\`). If the assignment leaves these two states in another way, the proposal becomes
\`CLOSED\`.

## Disputes

A dispute is open while its assignment is \`DISPUTED\`. This diagram is a part of the one above.

${disputeDiagram()}

## Campaigns

${campaignDiagram()}

A budget is *exhausted* when its rest is below one cent, or with \`FIXED\` below one reward. While the budget of a paused campaign is
exhausted, \`resume\` returns 409 with the status \`BUDGET_EXHAUSTED\`.

### Posts of a campaign

${campaignPostDiagram()}

The advertiser can decide until the service decides. The service decides at the first measurement after \`decideBy\`. With CPM an accepted
post earns for all its views, including those before the acceptance. After \`decideBy\` an undecided post waits while a party is suspended,
while the platform does not answer, and while the budget does not cover the reward. After the end of the campaign the service measures no
post, and each post keeps its last status.

## Content factories

${factoryDiagram()}

If a factory was paused because its credits did not cover a scan, a purchase starts it again if the balance then covers its next scan, unless
its owner has paused it since. If the available credits do not cover its next scan, the owner cannot start a factory: the response is 409 with
the status \`NO_CREDITS\`.

## Private files

${uploadDiagram()}

## Creators' pages

${pageDiagram()}

While staff has disabled publishing, \`publish\` saves the request and changes no status.

## Channels

${channelDiagram()}

## Social accounts

${accountDiagram()}

An \`ACTIVE\` account of a suspended user reads \`SUSPENDED\`. \`SOLD\` and \`DELETED\` free the account for another proof, and remove its
channel.

## Recording sessions

${sessionDiagram()}

An account has at most one session that is \`OPEN\` or \`UPLOADED\`. The service deletes a recording 30 days after the decision.

## Ownership of a channel

${ownershipDiagram()}
`;
