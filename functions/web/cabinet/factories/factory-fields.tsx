import type { FactoryView } from '../../../../schema/factories/factory.ts';
import {
  factoryNameLength,
  type HideableField,
  hideableFields,
  intervalHours,
  trackingDays,
} from '../../../../schema/factories/factory-terms.ts';
import type { FormState } from '../../ui/forms/form-state.ts';
import { ChoiceField, SelectField, TextField } from '../../ui/forms/inputs.tsx';

interface Props {
  readonly of: FormState;
  readonly stored?: Pick<FactoryView, 'name' | 'intervalHours' | 'trackingDays'> | undefined;
}

/** The fields of a new factory and of its settings. */
export const FactoryFields = ({ of, stored }: Props) => (
  <>
    <TextField
      of={of}
      name="name"
      label="Name"
      hint="Reports show it."
      stored={stored?.name}
      maxLength={factoryNameLength}
    />
    <div class="fields">
      <SelectField
        of={of}
        name="intervalHours"
        label="Scan each account"
        hint="A scan costs one credit for each post."
        choices={intervalHours.map((hours) => ({ value: String(hours), label: `every ${hours} hours` }))}
        stored={stored?.intervalHours ?? 24}
      />
      <TextField
        of={of}
        name="trackingDays"
        label="Track each post for"
        hint="Counted from its publication."
        type="number"
        min={trackingDays.min}
        max={trackingDays.max}
        unit="days"
        stored={stored?.trackingDays ?? 30}
      />
    </div>
  </>
);

export const fieldNames: Readonly<Record<HideableField, string>> = {
  saves: 'Saves',
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  er: 'Engagement rate',
  posts: 'Posts',
  lastScanned: 'Times of scans',
};

const hints: Partial<Readonly<Record<HideableField, string>>> = {
  views: 'Also averages and the engagement rate.',
  likes: 'Also reactions and the engagement rate.',
  comments: 'Also reactions and the engagement rate.',
  posts: 'Also the number of posts, and averages.',
};

interface HiddenProps {
  readonly of: FormState;
  readonly stored: readonly string[];
  readonly hint: string;
}

export const HiddenFields = ({ of, stored, hint }: HiddenProps) => (
  <ChoiceField
    of={of}
    name="hiddenFields"
    label="Hide from readers"
    hint={hint}
    choices={hideableFields.map((value) => ({ value, label: fieldNames[value], hint: hints[value] }))}
    stored={stored}
  />
);
