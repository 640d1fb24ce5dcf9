import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { ListAssignments } from '../../../../schema/placements/work.ts';
import { assignmentStatuses } from '../../../../schema/shared/enums.ts';
import { priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { Due, dueColumn } from '../frame/due.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { PlacementStatus, placementFilter, workTones } from '../frame/placement-status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { deadlineOf, ownAmount, waitingFor, workTitle } from './work-words.ts';

export default page({
  load: (api, { query: { status, role, cursor } }) =>
    api.read(ListAssignments, {
      query: { ...(status && { status }), ...(role && { role }), ...(cursor && { cursor }) },
    }),
  render({ data, nextCursor }, view) {
    const { status = '', role = '' } = view.query;
    const isBoth = view.user.roles.includes('ADVERTISER') && view.user.roles.includes('CREATOR');
    return {
      title: 'Work',
      content: (
        <>
          <Heading
            title="Work"
            about="Each row is one service of a confirmed order, until the creator is paid and after."
          />
          <FilterBar
            view={view}
            isEmpty={data.length === 0}
            filters={[
              placementFilter(assignmentStatuses),
              ...(isBoth
                ? [
                    {
                      name: 'role',
                      label: 'Your side',
                      all: 'Both',
                      choices: [
                        { value: 'ADVERTISER', label: 'Advertiser' },
                        { value: 'CREATOR', label: 'Creator' },
                      ],
                    },
                  ]
                : []),
            ]}
          />
          {data.length === 0 ? (
            <Empty isFiltered={status !== '' || role !== ''} isAdvertiser={view.user.roles.includes('ADVERTISER')} />
          ) : (
            <WorkTable work={data} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});

const Empty = ({ isFiltered, isAdvertiser }: { readonly isFiltered: boolean; readonly isAdvertiser: boolean }) =>
  isFiltered ? (
    <div class="card empty-card">
      <strong>No work matches these filters.</strong>
      <a href="/cabinet/work">Show all work</a>
    </div>
  ) : isAdvertiser ? (
    <div class="card empty-card">
      <strong>You have no work.</strong>
      <p>It begins when you confirm the quote of an order.</p>
      <a class="button" href="/cabinet/orders">
        Open your orders
      </a>
    </div>
  ) : (
    <div class="card empty-card">
      <strong>You have no work.</strong>
      <p>Advertisers order the services of your page. Publish it with prices.</p>
      <a class="button" href="/cabinet/page">
        Open your page
      </a>
    </div>
  );

const WorkTable = ({ work }: { readonly work: readonly AssignmentView[] }) => (
  <Table columns={['Work', 'Status', dueColumn, { number: 'Amount' }]}>
    {work.map((one) => (
      <Row work={one} />
    ))}
  </Table>
);

const Row = ({ work }: { readonly work: AssignmentView }) => {
  const step = waitingFor(work);
  const deadline = deadlineOf(work);
  return (
    <tr>
      <th scope="row">
        <span>
          <a class="main" href={`/cabinet/work/${work.id}`} dir="auto">
            {workTitle(work)}
          </a>
          <span class="under" dir="auto">
            {work.role === 'ADVERTISER' ? 'from' : 'for'} {work.counterpartName}
          </span>
          {step !== null && (
            <span class="waits">
              <span class="status open">{step}</span>
            </span>
          )}
        </span>
      </th>
      <td data-label="Status">
        <span>
          <PlacementStatus
            of={work.status}
            tone={step === null && workTones[work.status] === 'open' ? 'quiet' : workTones[work.status]}
          />
          {deadline !== null && (
            <span class="under">
              {deadline.before} <Time at={deadline.at} />
            </span>
          )}
        </span>
      </td>
      <td data-label={dueColumn}>
        <Due dates={[work.dueAt]} />
      </td>
      <td data-label="Amount" class="number">
        {priceOf(ownAmount(work))}
      </td>
    </tr>
  );
};
