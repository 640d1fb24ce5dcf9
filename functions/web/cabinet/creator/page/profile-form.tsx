import { bioLength, displayNameLength } from '../../../../../schema/creators/creators.ts';
import type { Profile } from '../../../../../schema/creators/profile.ts';
import { channelTypes } from '../../../../../schema/shared/enums.ts';
import { Form } from '../../../ui/forms/form.tsx';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { SelectField, TextArea, TextField } from '../../../ui/forms/inputs.tsx';
import { channelTypeNames } from '../../../ui/wording.ts';
import { ConflictNote, ExpectedVersion } from '../expected-version.tsx';
import { EnterButton } from '../row-buttons.tsx';
import { ContactRows } from './contact-rows.tsx';

interface Props {
  readonly of: FormState;
  readonly profile: Profile;
}

/** The choice without a kind. */
export const derivedKind = 'Derived from your first channel';

const kinds = [
  { value: '', label: derivedKind },
  ...channelTypes.map((value) => ({ value, label: channelTypeNames[value] })),
];

/** The draft of the profile. */
export const ProfileForm = ({ of, profile }: Props) => (
  <Form of={of} submit="Save profile">
    <EnterButton />
    <ConflictNote of={of} path="/cabinet/page" />
    <ExpectedVersion of={of} version={profile.version} />
    <TextField
      of={of}
      name="displayName"
      label="Name"
      hint="The name of your page."
      stored={profile.displayName}
      maxLength={displayNameLength}
      neededTo="to publish"
    />
    <TextArea
      of={of}
      name="bio"
      label="About you"
      hint="What you make, and for whom."
      stored={profile.bio}
      maxLength={bioLength}
      rows={5}
      isOptional
    />
    <div class="fields">
      <TextField
        of={of}
        name="topics"
        label="Topics"
        hint="Up to 10, separated by commas: gaming, tech."
        stored={profile.topics.join(', ')}
        isOptional
      />
      <SelectField
        of={of}
        name="channelType"
        label="Kind of creator"
        hint="Visitors see it under your name."
        choices={kinds}
        stored={profile.channelType}
      />
      <TextField
        of={of}
        name="languages"
        label="Languages"
        hint="Codes such as en, de, pt-BR."
        stored={profile.languages.join(', ')}
        isOptional
      />
      <TextField
        of={of}
        name="geo"
        label="Countries"
        hint="Codes such as DE, US."
        stored={profile.geo.join(', ')}
        isOptional
      />
    </div>
    <ContactRows of={of} contacts={profile.contacts} />
  </Form>
);
