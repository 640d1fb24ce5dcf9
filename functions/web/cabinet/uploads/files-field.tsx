import type { Child } from 'hono/jsx';
import { maxFiles } from '../../../../schema/uploads/uploads.ts';
import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden, labelledId, sentence } from '../../ui/forms/inputs.tsx';
import { offeredOf, type Taken, termsOf } from './file-terms.ts';

interface InputProps extends Taken {
  readonly id: string;
  readonly label: string;
  /** Before the types and sizes, which the field states itself. */
  readonly hint?: string;
  /** One file: another one replaces it. */
  readonly isSingle?: boolean;
  /** The script makes pictures smaller before it sends them. */
  readonly isReduced?: boolean;
  /** The rows of the files that the object has now. */
  readonly children?: Child;
}

/** Takes files. The script sends them to the object store. It is inside a `[data-uploads]`. */
export const FileInput = ({ id, label, hint, isSingle = false, isReduced = false, children, ...taken }: InputProps) => (
  <>
    <label for={id}>{label}</label>
    <p class="hint" id={`${id}-hint`}>
      {hint !== undefined && `${hint} `}
      {isSingle ? 'One file' : `Up to ${maxFiles} files`}: {termsOf(taken)}
      {isReduced && ' after that'}. You can also drop or paste {isSingle ? 'it' : 'them'} here.
    </p>
    <input id={id} type="file" multiple={!isSingle} accept={offeredOf(taken)} aria-describedby={`${id}-hint`} />
    <ul class="uploads" aria-live="polite">
      {children}
    </ul>
  </>
);

interface Props extends Omit<InputProps, 'id' | 'children'> {
  readonly of: FormState;
  /** The uploads that the object has now. */
  readonly stored: readonly { readonly uploadId: string; readonly fileName: string | null }[];
}

/** The files of a form. The script adds their ids to the form. */
export const FilesField = ({ of, stored, ...input }: Props) => {
  const { label, isSingle = false } = input;
  const field = isSingle ? 'uploadId' : 'uploadIds';
  const id = labelledId({ of, name: field, label });
  const nameOf = new Map(stored.map(({ uploadId, fileName }) => [uploadId, fileName]));
  const kept = of.values('uploadIds', [...nameOf.keys()]).filter((one) => one !== '');
  const error = of.error(field);
  return (
    <div class="scripted-only input">
      <FileInput id={id} {...input}>
        {kept.map((uploadId, index) => (
          <li>
            <Hidden name="uploadIds" value={uploadId} />
            <span dir="auto">{nameOf.get(uploadId) ?? `File ${index + 1}`}</span>{' '}
            <span class="quiet small">uploaded</span>
          </li>
        ))}
      </FileInput>
      {error !== undefined && <p class="error">{sentence(error)}</p>}
    </div>
  );
};

/** What people without script read instead. */
export const NeedsScript = ({ instead = '' }: { readonly instead?: string }) => (
  <p class="unscripted quiet">
    Uploads need JavaScript, because your browser sends files directly to the file storage. Allow JavaScript for this
    site{instead}.
  </p>
);
