import { ListStaffActions, type StaffActionView } from '../../../../schema/desk/audit-log.ts';
import { Time } from '../../ui/time.tsx';
import { Pager } from '../frame/pager.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListStaffActions, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Audit log',
    content: (
      <>
        <StaffHeading path={view.path} />
        <SearchBar
          view={view}
          isEmpty={data.length === 0}
          fields={[
            {
              name: 'changes',
              label: 'Reads',
              choices: [
                { value: '', label: 'Shown' },
                { value: 'true', label: 'Hidden' },
              ],
            },
            { name: 'operation', label: 'Operation', placeholder: 'SuspendUser', maxLength: 100 },
            { name: 'object', label: 'Object', placeholder: 'users/42', maxLength: 100 },
            { name: 'actorId', label: 'Staff member id', placeholder: '3', maxLength: 16 },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>Nothing matches.</strong>
            <p>This log keeps every change by staff, and every read of data of users, permanently.</p>
            {Object.keys(view.query).length > 0 && <a href={view.path}>Show all</a>}
          </div>
        ) : (
          <Actions actions={data} />
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

/** What a change switches: "suspended: false" is the end of a suspension. */
const switchesIn = (data: StaffActionView['data']): string =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'boolean')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** Changes and reads by staff, with their requests. */
export const Actions = ({ actions }: { readonly actions: readonly StaffActionView[] }) => (
  <Table caption="Actions of staff, newest first" columns={['Action', 'Object', 'By', 'Request']}>
    {actions.map(({ id, at, isRead, actor, operation, object, requestId, data }) => (
      <tr>
        <th scope="row">
          <span>
            <span class="main">{operation}</span>
            {switchesIn(data) !== '' && <span class="under">{switchesIn(data)}</span>}
            <span class="under">
              {isRead && 'Read, '}
              <Time at={at} />
            </span>
          </span>
        </th>
        <td data-label="Object">
          <a href={`/cabinet/staff/audit?${new URLSearchParams({ object })}`}>{object}</a>
        </td>
        <td data-label="By" dir="auto">
          <a href={`/cabinet/staff/audit?actorId=${actor.id}`}>{actor.displayName ?? `User ${actor.id}`}</a>
        </td>
        <td data-label="Request">
          <details>
            <summary aria-label={`Show the request of action ${id}`}>Show</summary>
            <pre class="code" dir="auto">
              {JSON.stringify(data, null, 2)}
            </pre>
            <span class="under">{requestId}</span>
          </details>
        </td>
      </tr>
    ))}
  </Table>
);
