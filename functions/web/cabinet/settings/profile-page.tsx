import { UpdateMe } from '../../../../schema/identity/account.ts';
import { several, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField, TextField } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { roleChoices } from './role-choices.ts';
import { SettingsTabs } from './tabs.tsx';

export default page({
  load: async () => null,
  forms: {
    profile: form(UpdateMe, {
      fields: { displayName: text, roles: several },
      notice: 'Your profile is saved.',
      done: (_, { path }) => path,
    }),
  },
  render(_, view) {
    const of = view.form('profile');
    const { displayName, roles } = view.user;
    return {
      title: 'Settings',
      content: (
        <>
          <Heading title="Settings" />
          <SettingsTabs path={view.path} />
          <section class="card panel">
            <Form of={of} submit="Save">
              <TextField
                of={of}
                name="displayName"
                label="Name"
                hint="Creators and advertisers that you work with see it."
                stored={displayName}
                maxLength={80}
                autocomplete="name"
              />
              <ChoiceField of={of} name="roles" label="What you do here" choices={roleChoices} stored={roles} />
            </Form>
          </section>
        </>
      ),
    };
  },
});
