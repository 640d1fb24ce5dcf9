import type { Child } from 'hono/jsx';
import type { OverviewView } from '../../../../schema/overview/overview.ts';
import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Time } from '../../ui/time.tsx';
import { deadlineOf, waitingFor, workTitle } from '../work/work-words.ts';

type WaitingView = OverviewView['waiting'];

/** What waits for the user, the first deadline first. */
export const Waiting = ({ waiting, now }: { readonly waiting: WaitingView; readonly now: Date }) => {
  const rows = [...waiting.assignments.map((one) => workRow(one, now)), ...otherRows(waiting)];
  return (
    <section class="part" aria-labelledby="waiting">
      <div class="part-head">
        <h2 id="waiting">Waiting for you</h2>
        {waiting.assignmentsTotal > waiting.assignments.length && (
          <a href="/cabinet/work">Show all work ({waiting.assignmentsTotal})</a>
        )}
      </div>
      {rows.length === 0 ? (
        <div class="card empty-card">
          <p>Nothing is waiting for you.</p>
        </div>
      ) : (
        <ul class="card rows tasks">{rows}</ul>
      )}
    </section>
  );
};

interface TaskProps {
  readonly href: string;
  readonly what: string;
  readonly about: Child;
  readonly by?: Child;
}

const Task = ({ href, what, about, by }: TaskProps) => (
  <li>
    <a class="task" href={href}>
      <span class="main">{what}</span>
      <span class="quiet" dir="auto">
        {about}
      </span>
    </a>
    {by !== undefined && <span class="small quiet">{by}</span>}
  </li>
);

function workRow(assignment: AssignmentView, now: Date) {
  const { id, counterpartName, dueAt } = assignment;
  const deadline = deadlineOf(assignment) ?? { before: 'Due', at: dueAt };
  return (
    <Task
      href={`/cabinet/work/${id}`}
      what={waitingFor(assignment) ?? 'Open the work'}
      about={`${workTitle(assignment)} · ${counterpartName}`}
      by={
        <span class={new Date(deadline.at) < now ? 'late' : ''}>
          {deadline.before} <Time at={deadline.at} />
        </span>
      }
    />
  );
}

function otherRows({ orders, campaigns, accounts, factories, staff }: WaitingView) {
  return [
    orders > 0 && (
      <Task href="/cabinet/orders" what="Confirm your draft orders" about={`${countOf(orders)} not confirmed yet`} />
    ),
    ...campaigns.map(({ id, title, posts, decideBy }) => (
      <Task
        href={`/cabinet/campaigns/${id}/posts?status=ON_MODERATION`}
        what={`Moderate ${posts === 1 ? '1 post' : `${posts} posts`}`}
        about={title}
        by={
          <>
            The first is accepted automatically <Time at={decideBy} />
          </>
        }
      />
    )),
    ...accounts.map(({ id, platform, handle }) => (
      <Task
        href={`/cabinet/accounts/${id}`}
        what="Connect an account again"
        about={`${platformNames[platform]} ${handle}: its connection has expired`}
      />
    )),
    ...factories.map(({ name }) => (
      <Task href="/cabinet/factories/credits" what="Buy credits" about={`${name} is paused`} />
    )),
    ...(staff === null ? [] : staffRows(staff)),
  ].filter((row) => row !== false);
}

const staffRows = ({ disputes, ownershipReviews, recordings }: NonNullable<WaitingView['staff']>) => [
  disputes > 0 && <Task href="/cabinet/staff/disputes" what="Resolve disputes" about={`${disputes} open`} />,
  ownershipReviews > 0 && (
    <Task href="/cabinet/staff/ownership" what="Review ownership" about={`${ownershipReviews} waiting`} />
  ),
  recordings > 0 && <Task href="/cabinet/staff/recordings" what="Review recordings" about={`${recordings} waiting`} />,
];

const countOf = (orders: number): string => (orders === 1 ? '1 order is' : `${orders} orders are`);
