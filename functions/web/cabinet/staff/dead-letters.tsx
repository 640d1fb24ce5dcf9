import type { DeadLetterView } from '../../../../schema/desk/operations.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Table } from '../frame/table.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly letters: readonly DeadLetterView[];
  readonly view: View;
}

/** Jobs that failed at every attempt, each with the button that queues it again. */
export const DeadLetters = ({ letters, view }: Props) =>
  letters.length === 0 ? (
    <div class="card empty-card">
      <p>No job has failed at every attempt.</p>
    </div>
  ) : (
    <Table columns={['Job', 'Queue', 'Message', 'Again']}>
      {letters.map((letter) => (
        <Letter letter={letter} view={view} />
      ))}
    </Table>
  );

const Letter = ({ letter, view }: { readonly letter: DeadLetterView; readonly view: View }) => {
  const { id, at, queue, kind, attempts, body } = letter;
  return (
    <tr>
      <th scope="row">
        <span>
          <span class="main">{kind ?? 'No job of this version'}</span>
          <span class="under">
            <Time at={at} />
          </span>
        </span>
      </th>
      <td data-label="Queue">
        <span>
          {queue === null ? '– (no job)' : queue.toLowerCase()}
          {attempts !== null && <span class="under">{attempts} attempts</span>}
        </span>
      </td>
      <td data-label="Message">
        <details>
          <summary aria-label={`Show message ${id}`}>Show</summary>
          <pre class="code">{JSON.stringify(body, null, 2).slice(0, shownCharacters)}</pre>
        </details>
      </td>
      <td data-label="Again">
        <Again letter={letter} view={view} />
      </td>
    </tr>
  );
};

/** A message names up to a hundred rows. */
const shownCharacters = 1_000;

const Again = ({ letter, view }: { readonly letter: DeadLetterView; readonly view: View }) => {
  const { id, requeuedAt, requeuerId, allowedActions } = letter;
  const of = view.form('requeue', String(id));
  if (requeuedAt !== null)
    return (
      <span>
        <Time at={requeuedAt} />
        <span class="under">
          by <a href={`/cabinet/staff/users/${requeuerId}`}>user {requeuerId}</a>
        </span>
      </span>
    );
  if (!allowedActions.includes('requeue')) return <span class="quiet">not possible</span>;
  return (
    <Confirm of={of} label="Queue again" question="Queue this job again?" tone="plain">
      <Form of={of} submit="Confirm" isInline />
    </Confirm>
  );
};
