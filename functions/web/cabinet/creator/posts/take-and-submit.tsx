import type { OfferView } from '../../../../../schema/campaigns/offers.ts';
import { metricTerms } from '../../../../../schema/metrics/metric-terms.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { Form } from '../../../ui/forms/form.tsx';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { nameOf } from '../accounts/account-words.ts';
import { SharingChoice } from '../accounts/sharing-choice.tsx';

interface TakeProps {
  readonly of: FormState;
  readonly offer: OfferView;
}

/** Takes an offer. The consent is asked for where the terms of a platform may need it; the API decides whether they do. */
export const TakeForm = ({ of, offer: { platforms } }: TakeProps) => {
  const asksConsent = platforms.some((platform) => metricTerms[platform].sharing.byGrant === 'WITH_CONSENT');
  return (
    <Form of={of} submit="Take the campaign offer">
      {asksConsent && (
        <SharingChoice of={of} label="Share the metrics of my accounts at platforms that require my consent" />
      )}
      {of.refusal?.details.status === 'GRANT_REQUIRED' && (
        <p>
          <a href="/cabinet/accounts">Connect an account</a>
        </p>
      )}
    </Form>
  );
};

interface SubmitProps {
  readonly of: FormState;
  /** Those whose posts can be submitted. */
  readonly accounts: readonly SocialAccountView[];
}

export const SubmitForm = ({ of, accounts }: SubmitProps) => (
  <Form of={of} submit="Submit">
    <SelectField
      of={of}
      name="socialAccountId"
      label="Account"
      hint="The account that has published the post."
      choices={accounts.map((account) => ({ value: String(account.id), label: nameOf(account) }))}
    />
    <TextField
      of={of}
      name="url"
      label="Address of the post"
      hint="The public https address."
      type="url"
      maxLength={500}
      placeholder="https://"
    />
    {of.refusal?.details.status === 'GRANT_REQUIRED' && (
      <p>
        <a href={`/cabinet/accounts/${of.value('socialAccountId')}`}>Go to the account</a>
      </p>
    )}
  </Form>
);
