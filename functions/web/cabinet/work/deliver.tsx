import type { AssignmentView, DeliverableView } from '../../../../schema/placements/assignments.ts';
import { kindsOfPurpose } from '../../../../schema/uploads/uploads.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import type { View } from '../page.ts';
import { FilesField, NeedsScript } from '../uploads/files-field.tsx';

interface Props {
  readonly result: DeliverableView;
  readonly work: AssignmentView;
  readonly view: View;
  readonly isDelivered: boolean;
}

/** How the creator delivers a result: by the address of the post, or by private files. */
export const Deliver = ({ result, work, view, isDelivered }: Props) => {
  const of = String(result.id);
  const takesFiles = work.proofModes.includes('PRIVATE_FILE');
  const takesLinks = result.kind === 'PUBLIC' && work.proofModes.some((mode) => mode !== 'PRIVATE_FILE');
  return (
    <div class="deliver">
      {takesLinks && (
        <details open={view.form('link', of).isSent || !isDelivered}>
          <summary>{isDelivered ? 'Replace with another post' : 'Deliver the post'}</summary>
          <LinkForm result={result} view={view} />
        </details>
      )}
      {takesFiles && (
        <details open={view.form('files', of).isSent || (!isDelivered && !takesLinks)}>
          <summary>
            {isDelivered ? 'Replace with other files' : takesLinks ? 'Deliver files instead' : 'Deliver files'}
          </summary>
          <FilesForm result={result} work={work} view={view} />
        </details>
      )}
    </div>
  );
};

const LinkForm = ({ result, view }: Pick<Props, 'result' | 'view'>) => {
  const of = view.form('link', String(result.id));
  return (
    <Form of={of} submit="Deliver the post">
      <Hidden name="expectedVersion" value={result.version} />
      <TextField
        of={of}
        name="url"
        type="url"
        label="Address of the post"
        hint="The public https address on the channel of the order."
        stored={result.url}
        maxLength={500}
      />
      <TimeField of={of} name="publishedAt" label="Published" stored={result.publishedAt} isOptional />
      <TextArea of={of} name="note" label="Note" stored={result.note} maxLength={2_000} rows={2} isOptional />
    </Form>
  );
};

const FilesForm = ({ result, work, view }: Omit<Props, 'isDelivered'>) => {
  const of = view.form('files', String(result.id));
  const instead = result.kind === 'PUBLIC' ? ', or deliver the public address of the post: it needs no JavaScript' : '';
  return (
    <div data-uploads={work.id} data-result={result.id}>
      <NeedsScript instead={instead} />
      <Form of={of} submit="Deliver the files">
        <Hidden name="expectedVersion" value={result.version} />
        <FilesField
          of={of}
          label="Files"
          hint="Castline accepts a PDF only if the order allows PDF files."
          kinds={kindsOfPurpose.proof}
          stored={result.proofs}
        />
        <TextArea of={of} name="note" label="Note" stored={result.note} maxLength={2_000} rows={2} isOptional />
      </Form>
    </div>
  );
};
