import { GetCreatorPage } from '../../../../schema/catalog/catalog.ts';
import { QuoteOffer } from '../../../../schema/placements/offers.ts';
import { quantities } from '../../../../schema/shared/enums.ts';
import { Form } from '../../ui/forms/form.tsx';
import { type FormState, ownFields } from '../../ui/forms/form-state.ts';
import { Hidden, SelectField, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { offerBody, offerFields } from './custom-fields.ts';
import { emptyItem, spread, withProposals } from './item-dates.ts';

export default page({
  role: 'ADVERTISER',
  load: (api, { query: { creator = '' } }) => api.read(GetCreatorPage, { params: { publicId: creator } }),
  forms: {
    quote: form(QuoteOffer, {
      fields: offerFields,
      params: () => ({}),
      body: offerBody,
      done: ({ data }) => `/cabinet/orders/custom/${data.quoteId}`,
    }),
  },
  render({ data: creator }, view) {
    const of = withProposals(view.form('quote'));
    return {
      title: `Custom files from ${creator.displayName}`,
      content: (
        <>
          <Heading
            title={`Custom files from ${creator.displayName}`}
            back={{ href: `/cabinet/orders/new?creator=${creator.publicId}`, label: 'Services' }}
            about="Files that are delivered to you privately, such as clips for your own ads. You name the price, and the creator accepts or declines."
          />
          <section class="card panel">
            <Form of={of} submit="Get a quote">
              <button type="submit" class="unseen" tabindex={-1}>
                Get a quote
              </button>
              <Hidden name="creatorPublicId" value={creator.publicId} />
              <TextArea of={of} name="brief" label="Brief" hint="What the creator makes." maxLength={5_000} />
              <div class="fields">
                <div class="with-unit wide-input">
                  <SelectField
                    of={of}
                    name="quantity"
                    label="Number of files"
                    choices={quantities.map((value) => ({ value: String(value), label: String(value) }))}
                  />
                  <button
                    type="submit"
                    name={ownFields.rows}
                    value="show:results"
                    class="secondary bottom"
                    formnovalidate
                  >
                    Show its files
                  </button>
                </div>
                <TextField of={of} name="priceCents" label="Price of one file" mode="decimal" unit="USDT" />
                <TextField of={of} name="discountBps" label="Discount" mode="decimal" unit="%" isOptional />
                <TimeField
                  of={of}
                  name="expectedEndAt"
                  label="Due"
                  hint="The deadline for all files."
                  stored={emptyItem(view.now).dueAt}
                  after={view.now}
                />
              </div>
              <Files of={of} now={view.now} />
              <TextArea
                of={of}
                name="rights"
                label="Further rights"
                hint="One on each line, such as “months: 6” or “territory: worldwide”."
                rows={2}
                isOptional
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});

const Files = ({ of, now }: { readonly of: FormState; readonly now: Date }) => {
  const quantity = quantities.find((one) => String(one) === of.value('quantity', 1)) ?? 1;
  return Array.from({ length: quantity }, (_, index) => (
    <fieldset class="row-card">
      <legend>File {index + 1}</legend>
      <TextArea
        of={of}
        name={`results.${index}.description`}
        label="Description"
        hint="Format, length, size."
        maxLength={2_000}
        rows={2}
      />
      <TimeField
        of={of}
        name={`results.${index}.expectedAt`}
        label="Expected"
        hint={index === 0 ? 'A time between now and the due time.' : undefined}
        stored={spread(emptyItem(now).dueAt, index, quantity, now)}
        after={now}
      />
    </fieldset>
  ));
};
