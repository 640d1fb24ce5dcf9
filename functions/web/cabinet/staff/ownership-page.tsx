import { ListOwnershipReviews } from '../../../../schema/creators/ownership-review.ts';
import { reviewStatuses } from '../../../../schema/creators/ownership-terms.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Time } from '../../ui/time.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListOwnershipReviews, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Ownership',
    content: (
      <>
        <StaffHeading path={view.path} />
        <FilterBar
          view={view}
          filters={[
            {
              name: 'status',
              label: 'Status',
              all: 'To review',
              choices: reviewStatuses
                .filter((status) => status !== 'PENDING_REVIEW')
                .map((status) => ({ value: status, label: inWords(status) })),
            },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <p>No review has this status.</p>
          </div>
        ) : (
          <Table columns={['Channel', 'Creator', 'Submitted', 'Status']}>
            {data.map(({ channelId, platform, handle, creator, submittedAt, ownership }) => (
              <tr>
                <th scope="row">
                  <a class="main" href={`/cabinet/staff/ownership/${channelId}`}>
                    {platformNames[platform]} {handle}
                  </a>
                </th>
                <td data-label="Creator" dir="auto">
                  {creator.displayName || 'No name yet'}
                </td>
                <td data-label="Submitted">{submittedAt === null ? 'not yet' : <Time at={submittedAt} />}</td>
                <td data-label="Status">
                  <Status of={ownership} tone={ownership === 'PENDING_REVIEW' ? 'open' : 'quiet'} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});
