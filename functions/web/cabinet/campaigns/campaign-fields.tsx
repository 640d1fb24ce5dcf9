import {
  campaignBriefLength,
  campaignTitleLength,
  platformsWithoutCpm,
  requirementNotesLength,
} from '../../../../schema/campaigns/campaign-terms.ts';
import { platforms } from '../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Depending, FieldsOf } from '../../ui/forms/dependent-fields.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { ChoiceField, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { currencyNote } from '../frame/currencies.ts';
import { type Terms, typedCents } from './campaign-form.ts';

interface Props {
  readonly of: FormState;
  readonly stored?: Terms | undefined;
}

/** All terms of a campaign that has not started. */
export const TermFields = ({ of, stored }: Props) => (
  <>
    <TitleField of={of} stored={stored} />
    <TextArea
      of={of}
      name="brief"
      label="Brief"
      hint="What creators should show and say. They read it before they take the campaign offer."
      stored={stored?.brief ?? ''}
      maxLength={campaignBriefLength}
      rows={6}
    />
    <ChoiceField
      of={of}
      name="platforms"
      label="Platforms"
      choices={platforms.map((value) => ({
        value,
        label: platformNames[value],
        ...(platformsWithoutCpm.includes(value) && { hint: 'Only if you pay by post.' }),
      }))}
      stored={stored?.platforms ?? []}
    />
    <PayFields of={of} stored={stored} />
    <BudgetField
      of={of}
      stored={stored}
      hint={`The most that all posts can earn. It is reserved when you start the campaign. ${currencyNote}`}
    />
    <RequirementFields of={of} stored={stored} />
    <TimeField
      of={of}
      name="endsAt"
      label="Ends"
      hint="The campaign is completed at this time. If you start it without an end, you cannot add one later."
      stored={stored?.endsAt ?? null}
      isOptional
    />
  </>
);

export const TitleField = ({ of, stored }: Props) => (
  <TextField of={of} name="title" label="Title" stored={stored?.title} maxLength={campaignTitleLength} />
);

export const BudgetField = ({ of, stored, hint }: Props & { readonly hint: string }) => (
  <TextField
    of={of}
    name="budgetCents"
    label="Budget"
    hint={hint}
    mode="decimal"
    unit="USD"
    stored={stored && typedCents(stored.budget.raw)}
  />
);

export const NotesField = ({ of, stored }: Props) => (
  <TextArea
    of={of}
    name="requirements.notes"
    label="Other requirements"
    stored={stored?.requirements.notes ?? ''}
    maxLength={requirementNotesLength}
    isOptional
  />
);

const PayFields = ({ of, stored }: Props) => {
  const payment = stored?.payment;
  const maximum = stored?.maxPerPost ?? null;
  return (
    <Depending>
      <ChoiceField
        of={of}
        name="payment.model"
        label="How you pay"
        isSingle
        choices={[
          { value: 'CPM', label: 'By view', hint: 'You pay for each 1,000 views of accepted posts.' },
          { value: 'FIXED', label: 'By post', hint: 'You pay a reward for each accepted post.' },
        ]}
        stored={[payment?.model ?? 'CPM']}
      />
      <FieldsOf choice="CPM">
        <div class="fields">
          <TextField
            of={of}
            name="payment.cpmCents"
            label="Price of 1,000 views"
            hint="Needed if you pay by view."
            mode="decimal"
            unit="USD"
            stored={payment?.model === 'CPM' ? typedCents(payment.cpm.raw) : ''}
            isDependent
          />
          <TextField
            of={of}
            name="maxPerPostCents"
            label="Maximum for one post"
            hint="The most that one post can earn, if you pay by view."
            mode="decimal"
            unit="USD"
            stored={maximum === null ? '' : typedCents(maximum.raw)}
            isDependent
            isOptional
          />
        </div>
      </FieldsOf>
      <FieldsOf choice="FIXED">
        <div class="fields">
          <TextField
            of={of}
            name="payment.rewardCents"
            label="Reward for a post"
            hint="Needed if you pay by post."
            mode="decimal"
            unit="USD"
            stored={payment?.model === 'FIXED' ? typedCents(payment.reward.raw) : ''}
            isDependent
          />
        </div>
      </FieldsOf>
    </Depending>
  );
};

const RequirementFields = ({ of, stored }: Props) => {
  const { minSeconds, hashtags = [], mentions = [], languages = [] } = stored?.requirements ?? {};
  return (
    <>
      <div class="fields">
        <TextField
          of={of}
          name="requirements.minSeconds"
          label="Minimum duration"
          type="number"
          min={1}
          max={86_400}
          unit="seconds"
          stored={minSeconds}
          isOptional
        />
        <TextField
          of={of}
          name="requirements.hashtags"
          label="Hashtags"
          hint="Separated by commas."
          stored={hashtags.join(', ')}
          isOptional
        />
        <TextField
          of={of}
          name="requirements.mentions"
          label="Mentions"
          hint="Separated by commas."
          stored={mentions.join(', ')}
          isOptional
        />
        <TextField
          of={of}
          name="requirements.languages"
          label="Languages"
          hint="Codes such as en, de, pt-BR."
          stored={languages.join(', ')}
          isOptional
        />
      </div>
      <NotesField of={of} stored={stored} />
    </>
  );
};
