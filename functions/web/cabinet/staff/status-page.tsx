import {
  GetServiceStatus,
  ListDeadLetters,
  maxWaiting,
  RequeueDeadLetter,
  type ServiceStatusView,
  type WaitingWorkView,
} from '../../../../schema/desk/operations.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { exactly } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page } from '../page.ts';
import { DeadLetters } from './dead-letters.tsx';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  async load(api, { query: { cursor } }) {
    const [status, letters] = await Promise.all([
      api.read(GetServiceStatus),
      api.read(ListDeadLetters, { query: { limit: '20', ...(cursor && { cursor }) } }),
    ]);
    return { status: status.data, letters };
  },
  forms: {
    requeue: form(RequeueDeadLetter, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The job is queued again.',
      done: (_, { path }) => path,
    }),
  },
  render: ({ status, letters }, view) => ({
    title: 'Status',
    content: (
      <>
        <StaffHeading path={view.path} />
        <Alarms status={status} />
        <Work status={status} />
        <Scans status={status} />
        <section class="part" aria-labelledby="dead-letters">
          <div class="part-head">
            <h2 id="dead-letters">Failed jobs</h2>
          </div>
          <p class="quiet">A job is here after it failed at every attempt. The logs have the cause.</p>
          <DeadLetters letters={letters.data} view={view} />
          <Pager nextCursor={letters.nextCursor} view={view} />
        </section>
      </>
    ),
  }),
});

const Alarms = ({ status: { alarms } }: { readonly status: ServiceStatusView }) =>
  alarms.length === 0 ? null : (
    <div class="notice" role="alert">
      <p>
        <strong>{alarms.length === 1 ? 'There is an alarm.' : `There are ${alarms.length} alarms.`}</strong>
      </p>
      <ul>
        {alarms.map(({ alarm, ids }) => (
          <li>
            {alarm}: {ids.join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );

const Work = ({ status }: { readonly status: ServiceStatusView }) => {
  const rows: readonly (readonly [string, WaitingWorkView])[] = [
    ['Events without messages', status.outbox],
    ['Emails', status.mails],
    ['Calls of webhook endpoints', status.webhooks],
    ['Posts past their moderation window', status.undecidedPosts],
    ['Failed jobs', status.deadLetters],
  ];
  return (
    <section class="part" aria-labelledby="work">
      <div class="part-head">
        <h2 id="work">Work that waits</h2>
        <span class="quiet">
          <Time at={status.at} />
        </span>
      </div>
      <Table columns={['Work', { number: 'Waiting' }, { number: 'Oldest' }]}>
        {rows.map(([work, waiting]) => (
          <tr>
            <th scope="row">{work}</th>
            <td data-label="Waiting" class="number">
              {countOfWaiting(waiting)}
            </td>
            <td data-label="Oldest" class="number">
              <Age waiting={waiting} at={status.at} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};

const Scans = ({ status: { scans, at } }: { readonly status: ServiceStatusView }) => (
  <section class="part" aria-labelledby="scans">
    <h2 id="scans">Scans that are due</h2>
    <Table
      columns={[
        'Platform',
        { number: 'Posts' },
        { number: 'Oldest post' },
        { number: 'Factory accounts' },
        { number: 'Oldest account' },
      ]}
    >
      {scans.map(({ platform, posts, factoryAccounts }) => (
        <tr>
          <th scope="row">{platformNames[platform]}</th>
          <td data-label="Posts" class="number">
            {countOfWaiting(posts)}
          </td>
          <td data-label="Oldest post" class="number">
            <Age waiting={posts} at={at} />
          </td>
          <td data-label="Factory accounts" class="number">
            {countOfWaiting(factoryAccounts)}
          </td>
          <td data-label="Oldest account" class="number">
            <Age waiting={factoryAccounts} at={at} />
          </td>
        </tr>
      ))}
    </Table>
  </section>
);

/** The number of waiting things: a larger one stops at the limit of the operation. */
export const countOfWaiting = ({ count }: WaitingWorkView): string =>
  count >= maxWaiting ? `${exactly(maxWaiting)} or more` : exactly(count);

const Age = ({ waiting: { oldestAt }, at }: { readonly waiting: WaitingWorkView; readonly at: string }) =>
  oldestAt === null ? <span class="quiet">none</span> : <time datetime={oldestAt}>{ageOf(oldestAt, at)}</time>;

/** The age in its largest unit: "under a minute", "12 minutes", "3 hours", "5 days". */
function ageOf(since: string, until: string): string {
  const minutes = Math.floor((Date.parse(until) - Date.parse(since)) / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
