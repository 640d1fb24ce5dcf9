import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { workTextLengths } from '../../../../schema/placements/work-terms.ts';
import { kindsOfPurpose } from '../../../../schema/uploads/uploads.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';
import { FilesField, NeedsScript } from '../uploads/files-field.tsx';

/** The form that adds a statement to a dispute: a text, and files. */
export const Statement = ({ work, view }: { readonly work: AssignmentView; readonly view: View }) => {
  const of = view.form('statement');
  return (
    <div class="stack optional-files" data-uploads={work.id}>
      <h3>Add a statement</h3>
      <p class="quiet small">The other party and our staff can read it. You cannot change it later.</p>
      <Form of={of} submit="Add the statement">
        <TextArea of={of} name="text" label="Statement" maxLength={workTextLengths.issueDescriptionLength} />
        <FilesField of={of} label="Files (optional)" kinds={kindsOfPurpose.proof} stored={[]} />
      </Form>
      <NeedsScript instead=", or add a statement without files: it needs no JavaScript" />
    </div>
  );
};
