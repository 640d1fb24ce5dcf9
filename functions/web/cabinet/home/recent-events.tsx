import type { OverviewView } from '../../../../schema/overview/overview.ts';
import { Time } from '../../ui/time.tsx';
import { eventWords } from '../event-words.ts';
import { titleOf } from '../orders/order-words.ts';

/** The latest events of the user's work. */
export const RecentEvents = ({ events }: { readonly events: OverviewView['events'] }) =>
  events.length === 0 ? null : (
    <section class="part" aria-labelledby="events">
      <h2 id="events">Latest events</h2>
      <ul class="card rows tasks">
        {events.map(({ assignmentId, role, title, counterpartName, at, ...event }) => (
          <li>
            <a class="task" href={`/cabinet/work/${assignmentId}`}>
              <span>{eventWords(event, role)}</span>
              <span class="quiet" dir="auto">
                {titleOf({ title })} · {counterpartName}
              </span>
            </a>
            <span class="small quiet">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
