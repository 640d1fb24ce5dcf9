import type { PricingView } from '../../../../../schema/creators/pricing.ts';
import {
  proofModes,
  proofModesOf,
  type ServiceType,
  serviceTypes,
  variants,
} from '../../../../../schema/shared/enums.ts';
import { Depending, FieldsOf } from '../../../ui/forms/dependent-fields.tsx';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { CheckField, ChoiceField, Hidden, SelectField, TextArea, TextField } from '../../../ui/forms/inputs.tsx';
import { proofNames, typeNames, variantNames } from '../../../ui/wording.ts';
import { Status } from '../../frame/status.tsx';
import { lastRow, RemoveRow } from '../row-buttons.tsx';
import { NetTable } from './net-table.tsx';
import { PackageFields } from './package-fields.tsx';

type Service = PricingView['services'][number];

interface Props {
  readonly of: FormState;
  readonly index: number;
  readonly isLast: boolean;
  /** The service as it is saved; undefined for a new one. */
  readonly known: Service | undefined;
}

const typeChoices = serviceTypes.map((value) => ({ value, label: typeNames[value] }));
const variantChoices = variants.map((value) => ({ value, label: variantNames[value] }));

/** One service of the price list. A saved one keeps its type, and leaves the list only by being unpublished. */
export const PriceRow = ({ of, index, isLast, known }: Props) => {
  const row = `services.${index}`;
  return (
    <section
      class="row-card price-row"
      aria-label={`Service ${index + 1}`}
      {...(isLast && { id: lastRow('services') })}
    >
      <div class="price-row-head">
        <h2 dir="auto">{known?.title ?? 'New service'}</h2>
        {known === undefined ? (
          <RemoveRow list="services" index={index} label={`Remove service ${index + 1}`} />
        ) : (
          <Status of={known.published ? 'Published' : 'Not published'} tone={known.published ? 'good' : 'quiet'} />
        )}
      </div>
      {known !== undefined && <Hidden name={`${row}.serviceListingId`} value={known.serviceListingId} />}
      <div class="fields">
        {known === undefined ? (
          <SelectField of={of} name={`${row}.type`} label="Type" hint="It cannot change later." choices={typeChoices} />
        ) : (
          <div class="input">
            <span class="fixed-label">Type</span>
            <p>{typeNames[known.type]}</p>
            <Hidden name={`${row}.type`} value={known.type} />
          </div>
        )}
        <SelectField
          of={of}
          name={`${row}.variant`}
          label="Variant"
          hint={known === undefined ? 'How the product appears.' : undefined}
          choices={variantChoices}
          stored={known?.variant ?? ''}
        />
        <TextField of={of} name={`${row}.title`} label="Title" stored={known?.title} maxLength={200} isWide />
      </div>
      <PackageFields of={of} row={row} service={known} />
      <Depending>
        <ChoiceField
          of={of}
          name={`${row}.proofModes`}
          label="Proof of delivery"
          hint={
            known === undefined
              ? 'Streams: a recording or a file. Content files: a file. All others: a link or a file.'
              : undefined
          }
          choices={modesFor(known?.type)}
          stored={known?.proofModes ?? []}
        />
        <FieldsOf choice="PRIVATE_FILE">
          <CheckField
            of={of}
            name={`${row}.proofTemplate.allowPdf`}
            label="The private file may be a PDF"
            stored={known?.proofTemplate.allowPdf ?? false}
          />
        </FieldsOf>
      </Depending>
      <TextArea
        of={of}
        name={`${row}.usageTerms`}
        label="Usage terms"
        hint="How the advertiser may use the result."
        stored={known?.usageTerms ?? ''}
        maxLength={5_000}
        rows={3}
        neededTo="to publish"
      />
      <CheckField
        of={of}
        name={`${row}.published`}
        label="Published: advertisers can order it"
        stored={known?.published ?? false}
      />
      {known !== undefined && <NetTable service={known} />}
    </section>
  );
};

const modesFor = (type: ServiceType | undefined) =>
  (type === undefined ? proofModes : proofModesOf[type]).map((value) => ({ value, label: proofNames[value] }));
