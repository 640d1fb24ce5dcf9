import type { StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { Time } from '../../ui/time.tsx';
import { eventTexts, eventWords } from '../event-words.ts';
import { StoredFile } from '../uploads/stored-file.tsx';

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
  <ol class="timeline">
    {events.map((event) => (
      <li>
        <span>{eventWords(event, null)}</span>
        {eventTexts(event).map((text) => (
          <span class="prose small" dir="auto">
            {text}
          </span>
        ))}
        {event.files.map((file) => (
          <span class="small">
            <StoredFile file={file} href={`/cabinet/staff/disputes/${caseId}/files/${file.uploadId}`} />
          </span>
        ))}
        <span class="quiet small">
          <Time at={event.at} />
        </span>
      </li>
    ))}
  </ol>
);
