import { type EventKind, eventKinds, webhookUrlLength } from '../../../../schema/notifications/webhook-terms.ts';
import {
  CreateWebhookEndpoint,
  type EndpointView,
  ListWebhookEndpoints,
} from '../../../../schema/notifications/webhooks.ts';
import { Day } from '../../ui/day.tsx';
import { optionalText, several, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField, TextField } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { form, page } from '../page.ts';
import { SettingsTabs } from './tabs.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const subjects = [...new Set(eventKinds.map(subjectOf))];

/** The subject of an event is the first word of its name. */
function subjectOf(kind: EventKind): string {
  return inWords(kind.slice(0, kind.indexOf('.')));
}

const groupedEvents = subjects.flatMap((group) =>
  eventKinds.filter((kind) => subjectOf(kind) === group).map((kind) => ({ value: kind, label: kind, group })),
);

export default page({
  load: (api, { query }) => api.read(ListWebhookEndpoints, { query: { limit: '20', ...query } }),
  forms: {
    create: form(CreateWebhookEndpoint, {
      isOnce: true,
      fields: { url: text, description: optionalText, kinds: several },
      // No chosen kind means every kind.
      body: ({ kinds, ...given }) => ({ ...given, ...(Array.isArray(kinds) && kinds.length > 0 && { kinds }) }),
      done: ({ data }) => ({
        title: 'Your webhook secret',
        content: <WebhookSecret id={data.id} url={data.url} secret={data.secret} />,
      }),
    }),
  },
  render({ data, nextCursor }, view) {
    const of = view.form('create');
    return {
      title: 'Webhooks',
      content: (
        <>
          <Heading title="Settings" />
          <SettingsTabs path={view.path} />
          <section class="part">
            <h2>Webhooks</h2>
            <p class="quiet">
              We call your endpoint when your work, an account, a campaign or a factory changes. Each call is signed.{' '}
              <a href="/guides/webhooks.md">How to verify a call</a>
            </p>
            {data.length === 0 ? (
              <div class="card empty-card">
                <strong>You have no endpoints.</strong>
                <p>Register one below, and send it a test.</p>
              </div>
            ) : (
              <Endpoints endpoints={data} />
            )}
            <Pager nextCursor={nextCursor} view={view} />
          </section>
          <section class="part card panel" aria-labelledby="create">
            <h2 id="create">Register an endpoint</h2>
            <Form of={of} submit="Register endpoint">
              <TextField
                of={of}
                name="url"
                label="Address"
                hint="An https address with a public host."
                type="url"
                maxLength={webhookUrlLength}
                placeholder="https://hooks.example.com/castline"
              />
              <TextField of={of} name="description" label="Description" maxLength={200} isOptional />
              <details open={of.values('kinds').some((kind) => kind !== '')}>
                <summary>Only some events</summary>
                <ChoiceField
                  of={of}
                  name="kinds"
                  label="Events"
                  hint="If you choose none, the endpoint gets all events."
                  choices={groupedEvents}
                />
              </details>
            </Form>
          </section>
        </>
      ),
    };
  },
});

const Endpoints = ({ endpoints }: { readonly endpoints: readonly EndpointView[] }) => (
  <Table columns={['Endpoint', 'Events', 'Status']}>
    {endpoints.map(({ id, url, description, kinds, status, failingSince }) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={`/cabinet/settings/webhooks/${id}`}>
              {url}
            </a>
            {description !== null && (
              <span class="under" dir="auto">
                {description}
              </span>
            )}
          </span>
        </th>
        <td data-label="Events">{kinds === null ? 'all' : `${kinds.length} kinds`}</td>
        <td data-label="Status">
          <span>
            <Status of={status} tone={status === 'ENABLED' ? 'good' : 'bad'} />
            {failingSince !== null && (
              <span class="under">
                failing since <Day at={failingSince} />
              </span>
            )}
          </span>
        </td>
      </tr>
    ))}
  </Table>
);
