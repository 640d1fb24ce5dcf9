import type { OwnershipClaim } from '../../../../../schema/creators/ownership-claim.ts';
import { kindsOfPurpose } from '../../../../../schema/uploads/uploads.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { TextArea } from '../../../ui/forms/inputs.tsx';
import type { View } from '../../page.ts';
import { FilesField, NeedsScript } from '../../uploads/files-field.tsx';

/** Files for staff, where the code alone may not be found. */
export const Evidence = ({ claim, view }: { readonly claim: OwnershipClaim; readonly view: View }) => {
  const of = view.form('attach');
  return (
    <details open={of.isSent || claim.note !== null}>
      <summary>Attach files for the review</summary>
      <div data-uploads={claim.id}>
        <NeedsScript />
        <Form of={of} submit="Attach" isQuiet>
          <FilesField
            of={of}
            label="Files"
            hint="Such as a screenshot of the channel while you are signed in."
            kinds={kindsOfPurpose.evidence}
            stored={[]}
          />
          <TextArea of={of} name="note" label="Note" stored={claim.note} maxLength={2_000} rows={2} isOptional />
        </Form>
      </div>
    </details>
  );
};
