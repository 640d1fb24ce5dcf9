import { ListApiKeys } from '../../../../schema/identity/api-keys.ts';
import { ListRequests, type LoggedRequestView, loggedDays } from '../../../../schema/identity/requests.ts';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { page, type View } from '../page.ts';
import { SettingsTabs } from './tabs.tsx';

export default page({
  async load(api, { query }) {
    const [requests, keys] = await Promise.all([
      api.read(ListRequests, { query: { limit: '50', ...query } }),
      api.read(ListApiKeys, { query: { limit: '100' } }),
    ]);
    // The keys that exist, and those that are gone and still have requests on this page.
    const known = [
      ...keys.data,
      ...requests.data.map(({ keyId, keyName }) => ({ id: keyId, name: keyName ?? removed })),
    ];
    return { requests, names: new Map(known.map(({ id, name }) => [id, name])) };
  },
  render: ({ requests, names }, view) => ({
    title: 'Requests',
    content: (
      <>
        <Heading title="Settings" />
        <SettingsTabs path={view.path} />
        <section class="part">
          <h2>Requests</h2>
          <p class="quiet">
            Changes and failed requests that programs made with your <a href="/cabinet/settings/keys">API keys</a> in
            the last {loggedDays} days. Successful reads are not logged.
          </p>
          <Filters names={names} view={view} isEmpty={requests.data.length === 0} />
          {requests.data.length === 0 ? <Empty view={view} /> : <Requests requests={requests.data} />}
          <Pager nextCursor={requests.nextCursor} view={view} />
        </section>
      </>
    ),
  }),
});

type Names = ReadonlyMap<string, string>;

const classes = [
  { value: '', label: 'All' },
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
];

interface FilterProps {
  readonly names: Names;
  readonly view: View;
  readonly isEmpty: boolean;
}

const Filters = ({ names, view, isEmpty }: FilterProps) => {
  const { keyId } = view.query;
  const others = keyId === undefined || names.has(keyId) ? [] : [{ value: keyId, label: 'Another key' }];
  const keys = [...names].map(([value, label]) => ({ value, label }));
  return (
    <SearchBar
      view={view}
      isEmpty={isEmpty}
      fields={[
        { name: 'keyId', label: 'Key', choices: [{ value: '', label: 'All' }, ...keys, ...others] },
        { name: 'statusClass', label: 'Response', choices: classes },
        { name: 'requestId', label: 'Request id', maxLength: 128 },
      ]}
    />
  );
};

const removed = 'A removed key';

const Empty = ({ view }: { readonly view: View }) =>
  Object.keys(view.query).length > 0 ? (
    <div class="card empty-card">
      <strong>No request matches.</strong>
      <a href={view.path}>Show all requests</a>
    </div>
  ) : (
    <div class="card empty-card">
      <strong>There are no requests.</strong>
      <p>A request appears here shortly after its response.</p>
    </div>
  );

const Requests = ({ requests }: { readonly requests: readonly LoggedRequestView[] }) => (
  <Table caption="Requests, newest first" columns={['Request', 'Response', 'Key', { number: 'Duration' }, 'Time']}>
    {requests.map(({ requestId, method, path, status, errorCode, keyName, durationMs, at }) => (
      <tr>
        <th scope="row">
          <span>
            <code>
              {method} {path}
            </code>
            <span class="under">{requestId}</span>
          </span>
        </th>
        <td data-label="Response">
          <span>
            <Status of={String(status)} tone={status < 400 ? 'good' : 'bad'} />
            {errorCode !== null && <span class="under">{errorCode}</span>}
          </span>
        </td>
        <td data-label="Key" dir="auto">
          {keyName ?? removed}
        </td>
        <td data-label="Duration" class="number">
          {durationMs} ms
        </td>
        <td data-label="Time">
          <Time at={at} />
        </td>
      </tr>
    ))}
  </Table>
);
