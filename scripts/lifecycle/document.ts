import { life as channels } from '../../functions/creators/channels/rules.ts';
import { life as ownership } from '../../functions/creators/ownership/rules.ts';
import { life as pages } from '../../functions/creators/profile/rules.ts';
import { life as assignments } from '../../functions/placements/assignments/rules.ts';
import { life as orders } from '../../functions/placements/orders/rules.ts';
import { life as uploads } from '../../functions/uploads/rules.ts';
import { assignmentArrows } from './assignment-arrows.ts';
import { arrowsOf, endsOf, stateDiagram } from './state-diagram.ts';

const by =
  (who: string, words: Readonly<Record<string, string>> = {}) =>
  (action: string): string =>
    words[action] ?? `${action} (${who})`;

const orderDiagram = (): string =>
  stateDiagram({
    begins: [
      { to: 'DRAFT', label: 'create (advertiser)' },
      { to: 'FUNDED', label: 'confirm a custom offer (advertiser), price and brand fee are reserved' },
    ],
    arrows: arrowsOf(orders, by('advertiser', { checkout: 'checkout (advertiser), price and brand fee are reserved' })),
    // The assignments decide from here on.
    ends: [],
  });

const assignmentDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'PENDING', label: 'checkout, or a confirmed offer (advertiser), price and brand fee are reserved' }],
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
    begins: [{ to: 'PENDING', label: 'announce (creator)' }],
    arrows: arrowsOf(uploads, (action, to) => uploadWords[`${action} ${to}`] ?? `${action} (creator)`),
    ends: endsOf(uploads),
  });
const uploadWords: Readonly<Record<string, string>> = {
  'complete VERIFIED': 'complete (creator), the file is as announced',
  'complete REJECTED': 'complete (creator), it is another or damaged',
  'expire EXPIRED': 'never completed (system)',
  'forget EXPIRED': '30 days after it stopped being evidence of ownership (system)',
};

const pageDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'NONE', label: 'the role CREATOR is taken' }],
    arrows: arrowsOf(pages, by('creator')),
    ends: [],
  });

const channelDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'ACTIVE', label: 'add (creator)' }],
    arrows: arrowsOf(channels, by('creator', { block: 'block (staff)', unblock: 'unblock (staff)' })),
    ends: endsOf(channels),
  });

const ownershipDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'NONE', label: 'the channel is added (creator)' }],
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

/** The text of docs/lifecycle.md, from the tables. */
export const lifecycleDocument = (): string => `# The lives of things

Who may do what, when, and what becomes of the money. \`npm run lifecycle\` makes this file of the tables that decide, \`life\` in
\`functions/*/rules.ts\`, so a move that is not drawn here does not exist: it is 409 \`INVALID_STATE\`, which names the present status and
what may be done instead. *System* is a job: nobody asks for it.

## Placement orders

${orderDiagram()}

Every change, and every quote that expires, makes a \`QUOTED\` order a \`DRAFT\` again. A draft that nobody touches for
\`DRAFT_TTL_DAYS\` (30 by default) is \`CANCELLED\`. After funding an order has no moves of its own: its status is derived of its
assignments, in SQL, in the commit that moves one. It is \`FUNDED\` until the first is accepted, then
\`IN_PROGRESS\`, and once all have ended \`COMPLETED\` if one is \`APPROVED\` or \`RESOLVED\`, else \`CANCELLED\`.

## Quotes

A quote has no moves of its own either. It is \`ACTIVE\` until it expires (\`EXPIRED\`), a newer quote or a change of its order takes
its place (\`SUPERSEDED\`), or it is checked out (\`CONSUMED\`).

## Assignments

${assignmentDiagram()}

*Payout*: the creator gets the price less the creator fee, the platform both fees. *Refund*: all that was reserved goes back to the
advertiser. *Split*: the creator's share is paid out, with its share of the fees, and the rest goes back.

- Once the time to accept has passed, nobody accepts any more, though no job has run yet; once the time to approve has passed, all that is
  left is to approve.
- While the creator is at work the advertiser's \`cancel\` opens a proposal to cancel; it cancels by itself only when the deadline is
  \`LATE_CANCEL_HOURS\` (72 by default) past without a submission, and as long ago it asked for changes, if it has.
- Results are delivered, and private files added, in \`ACCEPTED\` and \`CHANGES_REQUESTED\`.

## Change proposals

A proposal is \`OPEN\` while the creator is at work, one at a time. The other party makes it \`ACCEPTED\` or \`DECLINED\`, its author
\`WITHDRAWN\`; whatever else takes the work out of \`ACCEPTED\` and \`CHANGES_REQUESTED\` makes it \`CLOSED\`.

## Disputes

A dispute is open while its assignment is \`DISPUTED\`: this is a part of the diagram above.

${disputeDiagram()}

## Private files

${uploadDiagram()}

## Creators' pages

${pageDiagram()}

A saved wish to publish, while staff has switched publishing off, changes no status.

## Channels

${channelDiagram()}

## Proof that a channel is its creator's

${ownershipDiagram()}
`;
