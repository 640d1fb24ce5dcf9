import type { AssignmentView, DeliverableView } from '../../../../schema/placements/assignments.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, idOf, TextArea, TextField, TimeField } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';

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
          <summary>{isDelivered ? 'Replace by another post' : 'Deliver the post'}</summary>
          <LinkForm result={result} view={view} />
        </details>
      )}
      {takesFiles && (
        <details open={view.form('files', of).isSent || (!isDelivered && !takesLinks)}>
          <summary>
            {isDelivered ? 'Replace by other files' : takesLinks ? 'Deliver files instead' : 'Deliver files'}
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

const fileTypes = 'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm,application/pdf';

/** The script sends the files to the object store, and adds their ids to the form. */
const FilesForm = ({ result, work, view }: Omit<Props, 'isDelivered'>) => {
  const of = view.form('files', String(result.id));
  const id = idOf(of, 'chosen');
  const kept = of
    .values(
      'uploadIds',
      result.proofs.map(({ uploadId }) => uploadId),
    )
    .filter((one) => one !== '');
  return (
    <div data-uploads={work.id} data-result={result.id}>
      <p class="unscripted quiet">
        Private files need script, because your browser sends them straight to the store. Allow script for this site
        {result.kind === 'PUBLIC' && ', or deliver the public address of the post: it needs no script'}.
      </p>
      <Form of={of} submit="Deliver the files">
        <Hidden name="expectedVersion" value={result.version} />
        <div class="scripted-only input">
          <label for={id}>Files</label>
          <p class="hint" id={`${id}-hint`}>
            Up to 10 images (10 MiB), videos (100 MiB) or PDF files (50 MiB). You can also drop or paste them here.
          </p>
          <input id={id} type="file" multiple accept={fileTypes} aria-describedby={`${id}-hint`} />
          <ul class="uploads" aria-live="polite">
            {kept.map((uploadId, index) => (
              <li>
                <Hidden name="uploadIds" value={uploadId} />
                <span>File {index + 1}</span> <span class="quiet small">uploaded</span>
              </li>
            ))}
          </ul>
          {of.error('uploadIds') !== undefined && <p class="error">{of.error('uploadIds')}</p>}
        </div>
        <TextArea of={of} name="note" label="Note" stored={result.note} maxLength={2_000} rows={2} isOptional />
      </Form>
    </div>
  );
};
