import type { StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { Time } from '../../ui/time.tsx';
import { eventTexts, eventWords } from '../event-words.ts';

/** The history of a case, oldest first. */
export const CaseTimeline = ({ found: { id, events, eventsTotal, files } }: { readonly found: StaffCaseView }) => (
  <section class="part card panel" aria-labelledby="history">
    <h2 id="history">History</h2>
    {eventsTotal > events.length && (
      <p class="quiet small">
        The latest {events.length} of {eventsTotal} events.
      </p>
    )}
    <ol class="timeline">
      {events.map((event) => (
        <li>
          <span>{eventWords(event, null)}</span>
          {eventTexts(event).map((text) => (
            <span class="prose small" dir="auto">
              {text}
            </span>
          ))}
          {files
            .filter(({ statementSeq }) => statementSeq === event.seq)
            .map(({ uploadId, fileName }) => (
              <a
                class="small"
                href={`/cabinet/staff/disputes/${id}/files/${uploadId}`}
                rel="noreferrer"
                target="_blank"
                dir="auto"
              >
                {fileName}
              </a>
            ))}
          <span class="quiet small">
            <Time at={event.at} />
          </span>
        </li>
      ))}
    </ol>
  </section>
);
