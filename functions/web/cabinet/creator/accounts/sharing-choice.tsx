import { sharingTexts, sharingVersion } from '../../../../../schema/social-accounts/sharing-text.ts';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { CheckField, Hidden } from '../../../ui/forms/inputs.tsx';

interface Props {
  readonly of: FormState;
  readonly label: string;
  readonly stored?: boolean;
}

/** The consent to share metrics, with its text. After the text has changed, its reader decides again. */
export const SharingChoice = ({ of, label, stored = false }: Props) => (
  <>
    <Hidden name="sharingVersion" value={sharingVersion} />
    <CheckField
      of={of.refusal?.code === 'VERSION_CONFLICT' ? undecided(of) : of}
      name="shareMetrics"
      label={label}
      hint={sharingTexts[sharingVersion]}
      stored={stored}
    />
  </>
);

const undecided = (of: FormState): FormState => ({
  ...of,
  value: (name, stored) => (name === 'shareMetrics' ? 'false' : of.value(name, stored)),
});
