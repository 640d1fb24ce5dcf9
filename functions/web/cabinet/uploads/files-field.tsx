import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden, labelledId, sentence } from '../../ui/forms/inputs.tsx';

interface Props {
  readonly of: FormState;
  readonly label: string;
  readonly hint: string;
  /** The content types that the browser offers. */
  readonly types: readonly string[];
  /** The uploads that the object has now. */
  readonly stored: readonly string[];
  /** One file: another one replaces it. */
  readonly isSingle?: boolean;
}

/** The files of a form. The script sends them to the object store, and adds their ids to the form. It is inside a `[data-uploads]`. */
export const FilesField = ({ of, label, hint, types, stored, isSingle = false }: Props) => {
  const field = isSingle ? 'uploadId' : 'uploadIds';
  const id = labelledId({ of, name: field, label });
  const kept = of.values('uploadIds', stored).filter((one) => one !== '');
  const error = of.error(field);
  return (
    <div class="scripted-only input">
      <label for={id}>{label}</label>
      <p class="hint" id={`${id}-hint`}>
        {hint} You can also drop or paste {isSingle ? 'it' : 'them'} here.
      </p>
      <input id={id} type="file" multiple={!isSingle} accept={types.join()} aria-describedby={`${id}-hint`} />
      <ul class="uploads" aria-live="polite">
        {kept.map((uploadId, index) => (
          <li>
            <Hidden name="uploadIds" value={uploadId} />
            <span>File {index + 1}</span> <span class="quiet small">uploaded</span>
          </li>
        ))}
      </ul>
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

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;

/** Every type that proofs of results and statements may have. */
export const evidenceTypes = [...imageTypes, ...videoTypes, 'application/pdf'] as const;
export const evidenceHint = 'Up to 10 images (10 MiB), videos (100 MiB) or PDF files (50 MiB).';
