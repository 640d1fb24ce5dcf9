import type { EventView } from '../../../../schema/placements/work.ts';
import type { Party } from '../../../../schema/shared/enums.ts';
import { Time } from '../../ui/time.tsx';
import { eventTexts, eventWords } from '../event-words.ts';
import { Pager } from '../frame/pager.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly events: readonly EventView[];
  readonly nextCursor: string | null;
  readonly party: Party;
  readonly view: View;
}

/** The history of the work, oldest first. */
export const Timeline = ({ events, nextCursor, party, view }: Props) => (
  <section class="part" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="timeline">
      {events.map((event) => (
        <li>
          <span>{eventWords(event, party)}</span>
          {eventTexts(event).map((text) => (
            <span class="prose small" dir="auto">
              {text}
            </span>
          ))}
          <span class="quiet small">
            <Time at={event.at} />
          </span>
        </li>
      ))}
    </ol>
    <Pager nextCursor={nextCursor} view={view} />
  </section>
);
