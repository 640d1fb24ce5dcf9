import { GetNotifications, UpdateNotifications } from '../../../../schema/identity/notification-choices.ts';
import { flag } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { CheckField } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { SettingsTabs } from './tabs.tsx';

const topics = [
  ['work', 'Work', 'Orders and work: events, your next steps and deadlines.'],
  ['accounts', 'Accounts', 'Social accounts whose connection has expired.'],
  ['campaigns', 'Campaigns', 'Decisions about your posts, and the budgets of your campaigns.'],
  ['factories', 'Factories', 'Credits of your content factories that run low or run out.'],
] as const;

export default page({
  load: (api) => api.read(GetNotifications),
  forms: {
    choices: form(UpdateNotifications, {
      fields: { work: flag, accounts: flag, campaigns: flag, factories: flag },
      notice: 'Your choices are saved.',
      done: (_, { path }) => path,
    }),
  },
  render({ data }, view) {
    const of = view.form('choices');
    return {
      title: 'Notifications',
      content: (
        <>
          <Heading title="Settings" />
          <SettingsTabs path={view.path} />
          <section class="part card panel stack" aria-labelledby="emails">
            <h2 id="emails">Emails</h2>
            <p class="quiet">
              Choose the topics about which you get emails. Your <a href="/cabinet/settings/webhooks">webhooks</a> are
              not affected.
            </p>
            <Form of={of} submit="Save">
              {topics.map(([name, label, hint]) => (
                <CheckField of={of} name={name} label={label} hint={hint} stored={data[name]} />
              ))}
            </Form>
            <p class="quiet small">
              Emails about your password, your email address and disabled webhook endpoints are always sent.
            </p>
          </section>
        </>
      ),
    };
  },
});
