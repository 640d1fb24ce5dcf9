import { type ListedUserView, ListUsers } from '../../../../schema/desk/users.ts';
import { Day } from '../../ui/day.tsx';
import { Pager } from '../frame/pager.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

export default page({
  load: (api, { query }) => api.read(ListUsers, { query: { limit: '20', ...query } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Users',
    content: (
      <>
        <StaffHeading path={view.path} />
        <SearchBar
          view={view}
          isEmpty={data.length === 0}
          fields={[
            {
              name: 'by',
              label: 'Search by',
              choices: [
                { value: '', label: 'Email address' },
                { value: 'NAME', label: 'Name' },
                { value: 'ID', label: 'Id' },
              ],
            },
            { name: 'search', label: 'Begins with', maxLength: 200 },
            {
              name: 'suspended',
              label: 'Status',
              choices: [
                { value: '', label: 'All' },
                { value: 'true', label: 'Suspended' },
              ],
            },
          ]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>No user matches.</strong>
            <p>Search by the beginning of the email address or of the name, or by the whole id.</p>
            <a href={view.path}>Show all users</a>
          </div>
        ) : (
          <Users users={data} />
        )}
        <p class="quiet small">
          A search shows at most 1,000 users. Type more of the address or the name to find others.
        </p>
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const Users = ({ users }: { readonly users: readonly ListedUserView[] }) => (
  <Table caption="Users" columns={['User', 'Email', 'Roles', 'Signed up', 'Status']}>
    {users.map(({ id, displayName, email, isVerified, roles, suspendedAt, createdAt }) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={`/cabinet/staff/users/${id}`} dir="auto">
              {displayName || 'No name'}
            </a>
            <span class="under">User {id}</span>
          </span>
        </th>
        <td data-label="Email" class="breaks">
          {email}
        </td>
        <td data-label="Roles">{roles.length === 0 ? 'none' : roles.map(inWords).join(', ')}</td>
        <td data-label="Signed up">
          <Day at={createdAt} />
        </td>
        <td data-label="Status">
          <UserStatus isSuspended={suspendedAt !== null} isVerified={isVerified} />
        </td>
      </tr>
    ))}
  </Table>
);

const UserStatus = ({ isSuspended, isVerified }: { readonly isSuspended: boolean; readonly isVerified: boolean }) => {
  if (isSuspended) return <Status of="SUSPENDED" tone="bad" />;
  return isVerified ? <Status of="EMAIL_VERIFIED" tone="good" /> : <Status of="EMAIL_NOT_VERIFIED" tone="quiet" />;
};
