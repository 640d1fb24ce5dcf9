import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { reviewedStatuses } from '../../../../schema/social-accounts/stats-session-terms.ts';
import { ListStatsSessions, type SessionReviewView } from '../../../../schema/social-accounts/stats-sessions.ts';
import { Time } from '../../ui/time.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { inWords } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { RecordingStatus } from './recording-status.tsx';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListStatsSessions, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Recordings',
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
              choices: reviewedStatuses
                .filter((status) => status !== 'UPLOADED')
                .map((status) => ({ value: status, label: inWords(status) })),
            },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>{view.query.status ? 'No recording has this status.' : 'No recording waits for a review.'}</strong>
            <p>Creators record the statistics of an account whose audience Castline cannot read.</p>
          </div>
        ) : (
          <Recordings sessions={data} />
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const Recordings = ({ sessions }: { readonly sessions: readonly SessionReviewView[] }) => (
  <Table caption="Recordings, first uploaded first" columns={['Account', 'Owner', 'Uploaded', 'Status']}>
    {sessions.map(({ id, platform, handle, ownerId, uploadedAt, status }) => (
      <tr>
        <th scope="row">
          <a class="main" href={`/cabinet/staff/recordings/${id}`} dir="auto">
            {platformNames[platform]} {handle}
          </a>
        </th>
        <td data-label="Owner">
          <a href={`/cabinet/staff/users/${ownerId}`}>User {ownerId}</a>
        </td>
        <td data-label="Uploaded">
          <Time at={uploadedAt} />
        </td>
        <td data-label="Status">
          <RecordingStatus of={status} />
        </td>
      </tr>
    ))}
  </Table>
);
