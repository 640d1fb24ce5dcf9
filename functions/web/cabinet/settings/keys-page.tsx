import { CreateApiKey, DeleteApiKey, ListApiKeys, RotateApiKey } from '../../../../schema/identity/api-keys.ts';
import { instant, integer, several, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { scopeWords } from '../scope-words.ts';
import { KeysTable } from './keys-table.tsx';
import { NewKey } from './new-key.tsx';
import { SettingsTabs } from './tabs.tsx';

const path = '/cabinet/settings/keys';

export default page({
  load: (api, { query }) => api.read(ListApiKeys, { query: { limit: '20', ...query } }),
  forms: {
    create: form(CreateApiKey, {
      isOnce: true,
      fields: { name: text, scopes: several, expiresAt: instant },
      // The only page with the key. Reloading it sends the form again, which asks the reader first.
      done: ({ data }, visit) => ({
        title: 'Your new API key',
        content: <NewKey apiKey={data} baseUrl={visit.baseUrl} />,
      }),
    }),
    rotate: form(RotateApiKey, {
      isOnce: true,
      fields: { overlapHours: integer },
      params: (_, of) => ({ id: of }),
      done: ({ data }, visit) => ({
        title: 'Your new API key',
        content: <NewKey apiKey={data} baseUrl={visit.baseUrl} />,
      }),
    }),
    delete: form(DeleteApiKey, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The key is deleted. Every program that uses it is refused within a second.',
      done: () => path,
    }),
  },
  render({ data, nextCursor }, view) {
    const of = view.form('create');
    return {
      title: 'API keys',
      content: (
        <>
          <Heading title="Settings" />
          <SettingsTabs path={view.path} />
          <section class="part">
            <h2>API keys</h2>
            <p class="quiet">
              A program that has a key acts as you. The API can do everything that these pages can. Some operations need
              a token instead of a key.
            </p>
            <KeysTable keys={data} nextCursor={nextCursor} view={view} />
          </section>
          <section class="part card panel" aria-labelledby="create">
            <h2 id="create">Create a key</h2>
            <Form of={of} submit="Create key">
              <TextField of={of} name="name" label="Name" hint="What the key is for." maxLength={80} />
              <ChoiceField
                of={of}
                name="scopes"
                label="The key may"
                choices={[
                  {
                    value: 'read',
                    label: scopeWords.read,
                    hint: 'Every key has this scope. The API calls it “read”.',
                    isFixed: true,
                  },
                  { value: 'write', label: scopeWords.write, hint: 'The API calls this scope “write”.' },
                ]}
              />
              <TimeField
                of={of}
                name="expiresAt"
                label="Expires"
                hint="Without a time, the key works until you delete it."
                isOptional
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});
