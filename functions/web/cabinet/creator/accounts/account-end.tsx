import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Confirm } from '../../frame/confirm.tsx';
import type { View } from '../../page.ts';
import { nameOf } from './account-words.ts';

interface Props {
  readonly account: SocialAccountView;
  readonly view: View;
}

const consequence =
  'Its channel and its services end at once; existing orders continue. This cannot be undone. The owner of the account at the platform can verify it again.';

/** The ways to give an account up. A blocked one has none. */
export const AccountEnd = ({ account, view }: Props) => {
  const { status } = account;
  if (status === 'BLOCKED' || status === 'SUSPENDED')
    return <p class="part notice">While the account is blocked, you cannot delete it or mark it as sold.</p>;
  return (
    <section class="part" aria-labelledby="end">
      <h2 id="end">Sell or delete the account</h2>
      <div class="item-actions">
        {status === 'ACTIVE' && (
          <Confirm
            of={view.form('sell')}
            label="I have sold it"
            question={`Have you sold ${nameOf(account)}?`}
            explanation={consequence}
          >
            <Form of={view.form('sell')} submit="Mark as sold" isDangerous isInline />
          </Confirm>
        )}
        <Confirm
          of={view.form('delete')}
          label="Delete"
          question={`Delete ${nameOf(account)}?`}
          explanation={consequence}
        >
          <Form of={view.form('delete')} submit="Delete account" isDangerous isInline />
        </Confirm>
      </div>
    </section>
  );
};
