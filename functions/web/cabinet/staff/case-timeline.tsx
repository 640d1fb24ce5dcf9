import type { StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { Time } from '../../ui/time.tsx';
import { eventNames } from '../event-names.ts';

/** The history of a case, oldest first. */
export const CaseTimeline = ({ found: { events, eventsTotal } }: { readonly found: StaffCaseView }) => (
  <section class="part card panel" aria-labelledby="history">
    <h2 id="history">History</h2>
    {eventsTotal > events.length && (
      <p class="quiet small">
        The latest {events.length} of {eventsTotal} events.
      </p>
    )}
    <ol class="timeline">
      {events.map(({ kind, actor, at, data }) => (
        <li>
          <span>
            {eventNames[kind]} <span class="quiet">by {actor.toLowerCase()}</span>
          </span>
          {typeof data.reason === 'string' && <span dir="auto">“{data.reason}”</span>}
          <span class="quiet small">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ol>
  </section>
);
