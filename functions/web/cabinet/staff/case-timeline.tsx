import type { StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { EventList } from '../event-list.tsx';

/** The history of a case, oldest first. */
export const CaseTimeline = ({ found: { id, events, eventsTotal } }: { readonly found: StaffCaseView }) => (
  <section class="part card panel" aria-labelledby="history">
    <h2 id="history">History</h2>
    {eventsTotal > events.length && (
      <p class="quiet small">
        The latest {events.length} of {eventsTotal} events.{' '}
        <a href={`/cabinet/staff/disputes/${id}/events`}>Show all events</a>
      </p>
    )}
    <CaseEvents events={events} caseId={id} />
  </section>
);

interface EventsProps {
  readonly events: StaffCaseView['events'];
  readonly caseId: number | string;
}

export const CaseEvents = ({ events, caseId }: EventsProps) => (
  <EventList events={events} side={null} files={`/cabinet/staff/disputes/${caseId}/files`} />
);
