import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { fileIds, maxFiles } from '../uploads/uploads.ts';
import { assignment } from './assignments.ts';
import { maxStatements, workTextLengths } from './work-terms.ts';

export const AddStatement = declare({
  name: 'AddStatement',
  method: 'post',
  path: '/placement-assignments/{id}/statements',
  access: 'participant',
  tag: 'Placement assignments',
  summary: 'Add a statement to a dispute',
  description:
    'Either party can add a statement while the assignment is DISPUTED. The other party and staff can read the text and ' +
    'download the files. Text and files stay in the history (assignment.statement_added). Nobody can change or withdraw ' +
    'them. The version of the ' +
    `assignment stays the same. Each party can add ${maxStatements} statements with up to ${maxFiles} files each; one more ` +
    'statement returns 409 INVALID_STATE (LIMIT_REACHED).',
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      text: words(workTextLengths.issueDescriptionLength).describe(
        'The statement. The other party and staff can read it.',
      ),
      uploadIds: fileIds()
        .optional()
        .describe(
          'Your VERIFIED files, which you announced without deliverableId. Each file can be part of one statement only. A file ' +
            'that is not yours, or that you announced for a result, returns 404. A file that is not VERIFIED, or that is ' +
            'already part of a statement, returns 400 INVALID_PROOF.',
        ),
    }),
  success: 200,
  answer: () => dataOf(assignment()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF'],
  idempotency: 'required',
  rate: 'write',
});
