import { ListCases, type StaffAssignmentView } from '../../../../schema/placements/disputes.ts';
import { assignmentStatuses } from '../../../../schema/shared/enums.ts';
import { priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { typeNames } from '../../ui/wording.ts';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListCases, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Disputes',
    content: (
      <>
        <StaffHeading path={view.path} />
        <FilterBar
          view={view}
          filters={[
            {
              name: 'status',
              label: 'Status',
              // Without a status, the filter of the parties lists every open state.
              all: view.query.suspended === undefined ? 'Disputed' : 'Open',
              choices: assignmentStatuses
                .filter((status) => status !== 'DISPUTED' || view.query.suspended !== undefined)
                .map((status) => ({ value: status, label: inWords(status) })),
            },
            {
              name: 'suspended',
              label: 'Parties',
              choices: [{ value: 'true', label: 'A party is suspended' }],
            },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <p>{view.query.suspended === undefined ? 'No assignment has this status.' : 'No assignment is paused.'}</p>
          </div>
        ) : (
          <Cases cases={data} />
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const Cases = ({ cases }: { readonly cases: readonly StaffAssignmentView[] }) => (
  <Table columns={['Assignment', 'Issue', { number: 'Reserved' }, 'Opened', 'Status']}>
    {cases.map(({ id, type, amounts, dispute, status, createdAt }) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={`/cabinet/staff/disputes/${id}`}>
              Assignment {id}
            </a>
            <span class="under">{typeNames[type]}</span>
          </span>
        </th>
        <td data-label="Issue" dir="auto">
          {dispute?.reason ?? 'none'}
        </td>
        <td data-label="Reserved" class="number">
          {priceOf(amounts.total)}
        </td>
        <td data-label="Opened">
          <Time at={dispute?.openedAt ?? createdAt} />
        </td>
        <td data-label="Status">
          <Status of={status} tone={status === 'DISPUTED' ? 'open' : 'quiet'} />
        </td>
      </tr>
    ))}
  </Table>
);
