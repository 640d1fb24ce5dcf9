import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import type { EventView } from '../../../../schema/placements/work.ts';
import { Time } from '../../ui/time.tsx';
import { eventTexts, eventWords } from '../event-words.ts';
import { Pager } from '../frame/pager.tsx';
import type { View } from '../page.ts';
import { StoredFile } from '../uploads/stored-file.tsx';

interface Props {
  readonly events: readonly EventView[];
  readonly nextCursor: string | null;
  readonly work: AssignmentView;
  readonly view: View;
}

/** The history of the work, oldest first. */
export const Timeline = ({ events, nextCursor, work, view }: Props) => (
  <section class="part" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="timeline">
      {events.map((event) => (
        <li>
          <span>{eventWords(event, work.role)}</span>
          {eventTexts(event).map((text) => (
            <span class="prose small" dir="auto">
              {text}
            </span>
          ))}
          {event.files.map((file) => (
            <span class="small">
              <StoredFile file={file} href={`/cabinet/work/${work.id}/files/${file.uploadId}`} />
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
