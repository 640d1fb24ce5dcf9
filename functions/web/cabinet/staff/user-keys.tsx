import type { UserForStaffView } from '../../../../schema/desk/users.ts';
import { Day } from '../../ui/day.tsx';
import { Time } from '../../ui/time.tsx';
import { Table } from '../frame/table.tsx';
import { inScopeWords } from '../scope-words.ts';

/** The API keys of a user, without their secrets. */
export const UserKeys = ({ user: { keys, counts } }: { readonly user: UserForStaffView }) => (
  <section class="part" aria-labelledby="keys">
    <div class="part-head">
      <h2 id="keys">API keys</h2>
      {counts.keys > keys.length && (
        <span class="quiet">
          the newest {keys.length} of {counts.keys}
        </span>
      )}
    </div>
    {keys.length === 0 ? (
      <div class="card empty-card">
        <p>This user has no API keys.</p>
      </div>
    ) : (
      <Table columns={['Key', 'Allowed to', 'Expires', 'Last used']}>
        {keys.map(({ name, prefix, scopes, expiresAt, lastUsedAt }) => (
          <tr>
            <th scope="row">
              <span>
                <span class="main" dir="auto">
                  {name}
                </span>
                <span class="under">{prefix}…</span>
              </span>
            </th>
            <td data-label="Allowed to">{inScopeWords(scopes)}</td>
            <td data-label="Expires">{expiresAt === null ? 'never' : <Day at={expiresAt} />}</td>
            <td data-label="Last used">{lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
