import { UpdateMe } from '../../../../schema/identity/account.ts';
import { ownPath } from '../../../../schema/shared/own-path.ts';
import { several } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { roleChoices } from '../settings/role-choices.ts';

/** The first page of a new user. */
export default page({
  load: async () => null,
  forms: {
    roles: form(UpdateMe, { fields: { roles: several }, done: (_, { query }) => ownPath(query.returnTo ?? null) }),
  },
  render(_, view) {
    const of = view.form('roles');
    return {
      title: 'Welcome',
      content: (
        <>
          <Heading title={`Welcome, ${view.user.displayName}`} about="What would you like to do here?" />
          <section class="card panel">
            <Form of={of} submit="Continue">
              <ChoiceField
                of={of}
                name="roles"
                label="Your roles"
                hint="You can have both, and change them at any time in the settings."
                choices={roleChoices}
                stored={view.user.roles}
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});
