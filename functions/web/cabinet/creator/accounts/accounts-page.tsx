import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { maxAccounts, maxHandleLength } from '../../../../../schema/social-accounts/account-limits.ts';
import { AddSocialAccount, ListSocialAccounts } from '../../../../../schema/social-accounts/social-accounts.ts';
import { verificationMethodOf } from '../../../../../schema/social-accounts/verification-methods.ts';
import { text } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { form, page } from '../../page.ts';
import { AccountItem } from './account-item.tsx';
import { ConnectForm, connectForm, signInOrigins } from './connect-form.tsx';

/** Other platforms show no profile text, so only a sign-in proves an account there. */
const byCode = platforms
  .filter((platform) => verificationMethodOf[platform] === 'BIO_CODE')
  .map((value) => ({ value, label: platformNames[value] }));

export default page({
  load: (api, { query }) => api.read(ListSocialAccounts, { query: { ...query, limit: '20' } }),
  forms: {
    connect: connectForm,
    add: form(AddSocialAccount, {
      fields: { platform: text, handle: text },
      notice: 'The account is added. Next, prove that it is yours.',
      done: ({ data }) => `/cabinet/accounts/${data.id}`,
    }),
  },
  render({ data, nextCursor }, view) {
    const of = view.form('add');
    return {
      title: 'Accounts',
      formOrigins: signInOrigins(view),
      content: (
        <>
          <Heading
            title="Accounts"
            about="Your accounts at platforms. A verified account shows measured views and an audience, and takes part in campaigns."
          />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>You have no accounts.</strong>
              <p>Connect one by a sign-in, or add it by its handle and verify it by a code in your profile.</p>
            </div>
          ) : (
            <ul class="item-list">
              {data.map((account) => (
                <AccountItem account={account} view={view} />
              ))}
            </ul>
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <div class="fields part">
            <section class="card panel" aria-labelledby="connect">
              <h2 id="connect">Connect by a sign-in</h2>
              <ConnectForm view={view} submit="Continue to the platform" />
            </section>
            <section class="card panel" aria-labelledby="add">
              <h2 id="add">Add by its handle</h2>
              <Form of={of} submit="Add account">
                <SelectField of={of} name="platform" label="Platform" choices={byCode} />
                <TextField
                  of={of}
                  name="handle"
                  label="Handle"
                  hint={`You prove it by a code in the profile. You can have ${maxAccounts} accounts.`}
                  maxLength={maxHandleLength}
                />
              </Form>
            </section>
          </div>
        </>
      ),
    };
  },
});
