import type { ListApiKeys } from '../../../../schema/identity/api-keys.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Pager } from '../frame/pager.tsx';
import type { View } from '../page.ts';

type ApiKey = AnswerOf<typeof ListApiKeys>['data'][number];

interface Props {
  readonly keys: readonly ApiKey[];
  readonly nextCursor: string | null;
  readonly view: View;
}

export const KeysTable = ({ keys, nextCursor, view }: Props) =>
  keys.length === 0 ? (
    <div class="card empty-card">
      <strong>You have no keys.</strong>
      <p>Create one below. Only its own page shows it, once.</p>
    </div>
  ) : (
    <>
      <div class="card list-card">
        <table class="list stacked">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Scopes</th>
              <th scope="col">Last use</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <Row key={key.id} apiKey={key} view={view} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager nextCursor={nextCursor} view={view} />
    </>
  );

const unusedMs = 90 * 86_400_000;

const Row = ({ apiKey, view }: { readonly key: string; readonly apiKey: ApiKey; readonly view: View }) => {
  const { id, name, prefix, scopes, expiresAt, createdAt, lastUsedAt } = apiKey;
  const isUnused = view.now.getTime() - new Date(lastUsedAt ?? createdAt).getTime() > unusedMs;
  const isExpired = expiresAt !== null && new Date(expiresAt) <= view.now;
  return (
    <tr>
      <th scope="row">
        <span class="main" dir="auto">
          {name}
        </span>
        <span class="under">
          <code>…{prefix}…</code>
        </span>
      </th>
      <td data-label="Scopes">{scopes.join(', ')}</td>
      <td data-label="Last use">
        <span>
          {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}
          {isUnused && <span class="under">unused for 90 days: delete it if you do not need it</span>}
        </span>
      </td>
      <td data-label="Expires">
        {expiresAt === null ? 'never' : isExpired ? <span class="status bad">expired</span> : <Time at={expiresAt} />}
      </td>
      <td class="action">
        <Confirm
          label="Delete"
          question={`Delete the key “${name}”?`}
          explanation="Programs that use it are refused within a second."
        >
          <Form of={view.form('delete', id)} submit="Delete key" isDangerous isInline />
        </Confirm>
      </td>
    </tr>
  );
};
