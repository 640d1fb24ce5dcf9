import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { GetCampaign, UpdateCampaign } from '../../../../schema/campaigns/campaigns.ts';
import { priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { currencyNote } from '../frame/currencies.ts';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { BudgetField, NotesField, TermFields, TitleField } from './campaign-fields.tsx';
import { changesIn, termFields } from './campaign-form.ts';
import { pathOf } from './campaign-heading.tsx';

export default page({
  load: (api, { params }) => api.read(GetCampaign, { params }),
  forms: {
    update: form(UpdateCampaign, {
      fields: { ...termFields, expectedVersion: integer, storedEndsAt: text },
      body: changesIn,
      notice: 'The changes are saved.',
      done: ({ data }) => pathOf(data.id),
    }),
  },
  render({ data: campaign }, view) {
    const of = view.form('update');
    const canEdit = campaign.allowedActions.includes('update');
    return {
      title: `Edit ${campaign.title}`,
      content: (
        <>
          <Heading title="Edit the campaign" back={{ href: pathOf(campaign.id), label: campaign.title }} />
          {canEdit ? (
            <section class="card panel">
              <Form of={of} submit="Save" isPaid>
                <Hidden name="expectedVersion" value={campaign.version} />
                <Hidden name="storedEndsAt" value={campaign.endsAt ?? ''} />
                {campaign.startedAt === null ? (
                  <TermFields of={of} stored={campaign} />
                ) : (
                  <StartedFields of={of} campaign={campaign} />
                )}
              </Form>
            </section>
          ) : (
            <p>The campaign has ended. You cannot change it.</p>
          )}
        </>
      ),
    };
  },
});

/** Creators rely on the other terms of a started campaign. */
const StartedFields = ({ of, campaign }: { readonly of: FormState; readonly campaign: CampaignView }) => (
  <>
    <TitleField of={of} stored={campaign} />
    <BudgetField
      of={of}
      stored={campaign}
      hint={`Now ${priceOf(campaign.budget)}. A higher budget reserves the difference at once. You cannot lower it. ${currencyNote}`}
    />
    <NotesField of={of} stored={campaign} />
    {campaign.endsAt !== null && (
      <TimeField
        of={of}
        name="endsAt"
        label="Ends"
        hint="You can choose a later time, or none."
        stored={campaign.endsAt}
        isOptional
      />
    )}
  </>
);
