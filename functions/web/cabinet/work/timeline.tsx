import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import type { EventView } from '../../../../schema/placements/work.ts';
import { EventList } from '../event-list.tsx';
import { Pager } from '../frame/pager.tsx';
import type { View } from '../page.ts';

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
    <EventList events={events} side={work.role} files={`/cabinet/work/${work.id}/files`} />
    <Pager nextCursor={nextCursor} view={view} />
  </section>
);
