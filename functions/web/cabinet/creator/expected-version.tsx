import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden } from '../../ui/forms/inputs.tsx';

interface Props {
  readonly of: FormState;
  /** The version of the object now. */
  readonly version: number;
}

/**
 * The version that a form changes: the one that its page has shown first. After VERSION_CONFLICT the page shows the present one, and sending
 * the form again replaces it.
 */
export const ExpectedVersion = ({ of, version }: Props) => (
  <Hidden
    name="expectedVersion"
    value={of.refusal?.code === 'VERSION_CONFLICT' ? version : of.value('expectedVersion', version)}
  />
);

/** What to do after VERSION_CONFLICT. */
export const ConflictNote = ({ of, path }: { readonly of: FormState; readonly path: string }) =>
  of.refusal?.code !== 'VERSION_CONFLICT' ? null : (
    <p class="warning">
      Somebody has saved these values since you opened the page, perhaps you in another tab. Nothing that you typed is
      lost.{' '}
      <a href={path} target="_blank" rel="noopener">
        Open the saved version in another tab
      </a>{' '}
      to compare. Saving now replaces it.
    </p>
  );
