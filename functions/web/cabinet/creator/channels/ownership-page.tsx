import {
  AttachOwnershipEvidence,
  ChallengeOwnership,
  CompleteOwnershipUpload,
  CreateOwnershipUpload,
  SubmitOwnership,
} from '../../../../../schema/creators/ownership.ts';
import { GetOwnership } from '../../../../../schema/creators/ownership-claim.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { optionalText, several } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Heading } from '../../frame/frame.tsx';
import { Status } from '../../frame/status.tsx';
import { form, page } from '../../page.ts';
import { fileFields } from '../../uploads/file-fields.ts';
import { ownershipTones, ownershipWords } from './channel-words.ts';
import { Evidence } from './evidence.tsx';
import { ownChannel } from './own-channel.ts';
import { OwnershipCode, OwnershipFacts } from './ownership-facts.tsx';

const done = (_: unknown, { path }: { readonly path: string }) => path;

export default page({
  async load(api, visit) {
    const [claim, channel] = await Promise.all([
      api.read(GetOwnership, { params: visit.params }),
      ownChannel(api, visit),
    ]);
    return { claim: claim.data, channel };
  },
  forms: {
    challenge: form(ChallengeOwnership, { fields: {}, done }),
    submit: form(SubmitOwnership, {
      fields: {},
      notice: 'The proof is submitted. We look for the code, and staff reviews what we cannot find.',
      done,
    }),
    attach: form(AttachOwnershipEvidence, {
      fields: { uploadIds: several, note: optionalText },
      notice: 'The files are attached. Submit the proof when everything is there.',
      done,
    }),
    upload: form(CreateOwnershipUpload, { fields: fileFields, done }),
    complete: form(CompleteOwnershipUpload, {
      fields: {},
      params: ({ params }, of) => ({ ...params, uploadId: of }),
      done,
    }),
  },
  render({ claim, channel }, view) {
    const can = (action: (typeof claim.allowedActions)[number]) => claim.allowedActions.includes(action);
    const name = `${platformNames[channel.platform]} ${channel.handle}`;
    const isAgain = claim.code !== null;
    const canAttach = can('evidence');
    return {
      ...(canAttach && { connectOrigins: [view.storeOrigin] }),
      title: `Ownership of ${name}`,
      content: (
        <>
          <Heading
            title={`Ownership of ${name}`}
            back={{ href: '/cabinet/channels', label: 'Channels and prices' }}
            about="The proof is optional. With it, visitors to your page see that the channel is yours."
          />
          <div class="two">
            <section class="card panel stack" aria-labelledby="proof">
              <h2 id="proof">Proof</h2>
              <p>
                <Status of={ownershipWords[claim.ownership]} tone={ownershipTones[claim.ownership]} />
              </p>
              {channel.kind === 'NATIVE' && claim.ownership === 'NONE' && (
                <p>The channel is on your verified account. Visitors see it as verified, without a further proof.</p>
              )}
              {claim.reason !== null && (
                <p class="notice" dir="auto">
                  {claim.reason}
                </p>
              )}
              {claim.ownership === 'CHALLENGED' && <OwnershipCode claim={claim} now={view.now} />}
              {claim.ownership === 'PENDING_REVIEW' && (
                <p>We look for the code on the platform. Staff decides about what we cannot find.</p>
              )}
              {canAttach && <Evidence claim={claim} view={view} />}
              {can('submit') && <Form of={view.form('submit')} submit="Submit" />}
              {can('challenge') && (
                <Form
                  of={view.form('challenge')}
                  submit={isAgain ? 'Get a new code' : 'Get a code'}
                  isQuiet={can('submit')}
                />
              )}
              {channel.status === 'BLOCKED' && (
                <p class="quiet">Staff has blocked this channel. It cannot be verified.</p>
              )}
            </section>
            <OwnershipFacts claim={claim} />
          </div>
        </>
      ),
    };
  },
});
