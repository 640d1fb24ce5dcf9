import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import type { VerificationView } from '../../../../../schema/social-accounts/verification.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Time } from '../../../ui/time.tsx';
import type { View } from '../../page.ts';
import { ConnectForm } from './connect-form.tsx';

interface Props {
  readonly account: SocialAccountView;
  readonly proof: VerificationView;
  readonly view: View;
}

/** How to prove an account: the code with its instructions, or a sign-in. */
export const AccountProof = ({ account, proof, view }: Props) => {
  const { method, status, code, instructions, expiresAt, checkedAt } = proof;
  return (
    <section class="card panel stack" aria-labelledby="proof">
      <h2 id="proof">Verify that it is yours</h2>
      <p dir="auto">{instructions}</p>
      {code !== null && (
        <>
          <div class="secret">
            <code id="code">{code}</code>
            <button type="button" data-copy="code" class="secondary">
              Copy
            </button>
          </div>
          <p class="quiet small">
            {expiresAt !== null && (
              <>
                Valid until <Time at={expiresAt} />.{' '}
              </>
            )}
            {checkedAt === null ? (
              'Castline has not looked for the code yet.'
            ) : (
              <>
                Castline last looked <Time at={checkedAt} />: the profile did not have the code.
              </>
            )}
          </p>
          <Form of={view.form('check')} submit="Check now" />
        </>
      )}
      {method === 'BIO_CODE' && status !== 'REFUSED' && (
        <Form of={view.form('renew')} submit={code === null ? 'Get a code' : 'Get a new code'} isQuiet />
      )}
      {status !== 'REFUSED' && (
        <div>
          <h3>{method === 'OAUTH' ? 'Sign in at the platform' : 'Or sign in at the platform'}</h3>
          <ConnectForm view={view} platform={account.platform} submit="Continue to the platform" />
        </div>
      )}
    </section>
  );
};
