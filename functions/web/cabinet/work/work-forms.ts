import { UpdateDeliverable } from '../../../../schema/placements/deliveries.ts';
import { CompleteProofUpload, CreateProofUpload } from '../../../../schema/placements/proofs.ts';
import { AddStatement } from '../../../../schema/placements/statements.ts';
import {
  AcceptAssignment,
  AcceptProposal,
  ApproveAssignment,
  CancelAssignment,
  DeclineAssignment,
  DeclineProposal,
  ProposeChange,
  RaiseIssue,
  RequestChanges,
  SubmitAssignment,
  WithdrawProposal,
} from '../../../../schema/placements/work.ts';
import { constant, instant, integer, optionalText, several, text } from '../../ui/forms/field-kinds.ts';
import { form, type Visit } from '../page.ts';
import { fileFields } from '../uploads/file-fields.ts';

const fields = { expectedVersion: integer };
const done = (_: unknown, { path }: Visit) => path;
const ofProposal = { fields, done, params: ({ params }: Visit, of: string) => ({ ...params, proposalId: of }) };
const ofResult = { done, params: ({ params }: Visit, of: string) => ({ ...params, deliverableId: of }) };

/** The forms of the page of an assignment. The last two are sent by the script that uploads files, of a result or of a statement. */
export const workForms = {
  accept: form(AcceptAssignment, { fields, done, notice: 'You have accepted the work.' }),
  decline: form(DeclineAssignment, { fields, done, notice: 'You have declined the work.' }),
  submit: form(SubmitAssignment, { fields, done, notice: 'The results are submitted.' }),
  approve: form(ApproveAssignment, { fields, done, notice: 'The work is approved and the creator is paid.' }),
  changes: form(RequestChanges, {
    fields: { ...fields, reason: text },
    done,
    notice: 'The creator has been asked for changes.',
  }),
  cancel: form(CancelAssignment, {
    fields,
    done,
    notice: ({ data }) =>
      data.status === 'CANCELLED'
        ? 'The work is cancelled.'
        : 'We have asked the creator to agree to the cancellation.',
  }),
  issue: form(RaiseIssue, {
    fields: { ...fields, reason: text, description: text },
    done,
    notice: 'You have raised an issue. Our staff reads it.',
  }),
  statement: form(AddStatement, {
    fields: { text, uploadIds: several },
    body: ({ uploadIds, ...given }) => ({
      ...given,
      ...(Array.isArray(uploadIds) && uploadIds.length > 0 && { uploadIds }),
    }),
    done,
    notice: 'Your statement is added. The other party and our staff can read it.',
  }),
  propose: form(ProposeChange, {
    fields: {
      ...fields,
      dueAt: instant,
      'results.*.deliverableId': integer,
      'results.*.expectedAt': instant,
    },
    body: (given) => ({ results: [], ...given, kind: constant('DUE_DATE')([]) }),
    done,
    notice: 'The other party has been asked to agree.',
  }),
  acceptProposal: form(AcceptProposal, { ...ofProposal, notice: 'You have accepted the proposal.' }),
  declineProposal: form(DeclineProposal, { ...ofProposal, notice: 'You have declined the proposal.' }),
  withdrawProposal: form(WithdrawProposal, { ...ofProposal, notice: 'You have withdrawn the proposal.' }),
  link: form(UpdateDeliverable, {
    ...ofResult,
    fields: { ...fields, url: text, publishedAt: instant, note: optionalText },
    notice: 'The result is delivered. Submit when all results are delivered.',
  }),
  files: form(UpdateDeliverable, {
    ...ofResult,
    fields: { ...fields, uploadIds: several, note: optionalText },
    body: (given) => ({ uploadIds: [], ...given }),
    notice: 'The result is delivered. Submit when all results are delivered.',
  }),
  upload: form(CreateProofUpload, {
    fields: { deliverableId: integer, ...fileFields },
    done,
  }),
  complete: form(CompleteProofUpload, {
    fields: {},
    params: ({ params }, of) => ({ ...params, uploadId: of }),
    done,
  }),
};
