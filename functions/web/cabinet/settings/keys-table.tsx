import type { ListApiKeys } from '../../../../schema/identity/api-keys.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import type { View } from '../page.ts';
import { inScopeWords } from '../scope-words.ts';

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
      <p>Create one below. We show a new key only once.</p>
    </div>
  ) : (
    <>
      <Table columns={['Name', 'Allowed to', 'Last use', 'Expires', { actions: 'Actions' }]}>
        {keys.map((key) => (
          <Row key={key.id} apiKey={key} view={view} />
        ))}
      </Table>
      <Pager nextCursor={nextCursor} view={view} />
    </>
  );

const overlaps = [
  { value: '0', label: '0 hours: the old key stops at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours' },
];

const unusedMs = 90 * 86_400_000;

const Row = ({ apiKey, view }: { readonly key: string; readonly apiKey: ApiKey; readonly view: View }) => {
  const { id, name, prefix, scopes, expiresAt, createdAt, lastUsedAt, replacedAt } = apiKey;
  const isUnused = view.now.getTime() - new Date(lastUsedAt ?? createdAt).getTime() > unusedMs;
  const rotation = view.form('rotate', id);
  const isExpired = expiresAt !== null && new Date(expiresAt) <= view.now;
  return (
    <tr>
      <th scope="row">
        <span class="main" dir="auto">
          {name}
        </span>
        <span class="under">
          <code>…{prefix}…</code>{' '}
          <a href={`/cabinet/settings/requests?keyId=${id}`} aria-label={`Requests of the key “${name}”`}>
            Requests
          </a>
        </span>
      </th>
      <td data-label="Allowed to">{inScopeWords(scopes)}</td>
      <td data-label="Last use">
        <span>
          {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}
          {isUnused && <span class="under">unused for 90 days: delete it if you do not need it</span>}
        </span>
      </td>
      <td data-label="Expires">
        <span>
          {expiresAt === null ? 'never' : isExpired ? <span class="status bad">expired</span> : <Time at={expiresAt} />}
          {replacedAt !== null && !isExpired && <span class="under">replaced by another key</span>}
        </span>
      </td>
      <td class="action">
        {replacedAt === null && !isExpired && (
          <Confirm
            of={rotation}
            tone="plain"
            label="Replace"
            question={`Replace the key “${name}”?`}
            explanation="You get a new key with the same name, scopes and expiry. The old key works for the time that you choose."
          >
            <Form of={rotation} submit="Replace key" isInline>
              <SelectField
                of={rotation}
                name="overlapHours"
                label="The old key works for"
                choices={overlaps}
                stored="24"
              />
            </Form>
          </Confirm>
        )}
        <Confirm
          of={view.form('delete', id)}
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
