import type { EventView } from '../../../schema/placements/work.ts';
import { Time } from '../ui/time.tsx';
import { eventTexts, eventWords } from './event-words.ts';
import { StoredFile } from './uploads/stored-file.tsx';

interface Props {
  readonly events: readonly EventView[];
  /** The side of the reader; null for staff. */
  readonly side: Parameters<typeof eventWords>[1];
  /** Each file has its address below this one. */
  readonly files: string;
}

/** Events of an assignment, with their texts and files. */
export const EventList = ({ events, side, files }: Props) => (
  <ol class="timeline">
    {events.map((event) => (
      <li>
        <span>{eventWords(event, side)}</span>
        {eventTexts(event).map((text) => (
          <span class="prose small" dir="auto">
            {text}
          </span>
        ))}
        {event.files.map((file) => (
          <span class="small">
            <StoredFile file={file} href={`${files}/${file.uploadId}`} />
          </span>
        ))}
        <span class="quiet small">
          <Time at={event.at} />
        </span>
      </li>
    ))}
  </ol>
);
