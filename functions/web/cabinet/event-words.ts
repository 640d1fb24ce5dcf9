import type { EventView } from '../../../schema/placements/work.ts';
import type { AssignmentEventKind, EventActor } from '../../../schema/shared/enums.ts';

const actors: Readonly<Record<EventActor, string>> = {
  ADVERTISER: 'The advertiser',
  CREATOR: 'The creator',
  STAFF: 'Our staff',
  SYSTEM: 'Castline',
};

/** After the name of the actor. */
const acts: Readonly<Record<AssignmentEventKind, string>> = {
  'assignment.funded': 'confirmed the order and reserved its amount',
  'assignment.accepted': 'accepted the work',
  'assignment.declined': 'declined the work',
  'assignment.expired': 'ended the work, because nobody accepted it in time',
  'assignment.submitted': 'submitted the results',
  'assignment.changes_requested': 'requested changes',
  'assignment.approved': 'approved the work and paid the creator',
  'assignment.cancelled': 'cancelled the work',
  'assignment.disputed': 'raised an issue',
  'assignment.statement_added': 'added a statement',
  'assignment.resolved': 'decided the dispute',
  'deliverable.updated': 'delivered a result',
  'proof.verified': 'uploaded a file',
  'proof.rejected': 'uploaded a file that was rejected',
  'change_proposal.opened': 'proposed a change',
  'change_proposal.accepted': 'accepted the proposal',
  'change_proposal.declined': 'declined the proposal',
  'change_proposal.withdrawn': 'withdrew the proposal',
  'change_proposal.closed': 'closed the open proposal',
  'deadline.reminder': 'sent a reminder of a deadline',
  'deadline.missed': 'recorded a missed deadline',
};

type Event = Pick<EventView, 'kind' | 'actor'> & Partial<Pick<EventView, 'data'>>;

/** An event as a sentence without its full stop. The reader is a party, or nobody in particular. */
export function eventWords({ kind, actor, data = {} }: Event, party: EventActor | null): string {
  const name = actor === party ? 'You' : actors[actor];
  const result =
    kind === 'deliverable.updated' && typeof data.position === 'number' ? `delivered result ${data.position}` : null;
  return `${name} ${result ?? acts[kind]}`;
}

/** What the actor wrote. */
export const eventTexts = ({ data }: EventView): readonly string[] =>
  [data.reason, data.description, data.note, data.text].filter((text) => typeof text === 'string');
