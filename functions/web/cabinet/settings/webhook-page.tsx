import {
  DeleteWebhookEndpoint,
  EnableWebhookEndpoint,
  type EndpointView,
  GetWebhookEndpoint,
  ListWebhookDeliveries,
  ReplayWebhookDelivery,
  RotateWebhookSecret,
  TestWebhookEndpoint,
} from '../../../../schema/notifications/webhooks.ts';
import { integer } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const here = (_: unknown, { path }: Visit) => path;

export default page({
  async load(api, { params, query }) {
    const [{ data: endpoint }, deliveries] = await Promise.all([
      api.read(GetWebhookEndpoint, { params }),
      api.read(ListWebhookDeliveries, { params, query: { limit: '20', ...query } }),
    ]);
    return { endpoint, deliveries };
  },
  forms: {
    test: form(TestWebhookEndpoint, {
      isOnce: true,
      fields: {},
      notice: 'The test is on its way. Reload the page in a few seconds.',
      done: here,
    }),
    enable: form(EnableWebhookEndpoint, { fields: {}, notice: 'The endpoint is enabled.', done: here }),
    rotate: form(RotateWebhookSecret, {
      isOnce: true,
      fields: { overlapHours: integer },
      done: ({ data }) => ({
        title: 'Your webhook secret',
        content: <WebhookSecret id={data.id} url={data.url} secret={data.secret} />,
      }),
    }),
    replay: form(ReplayWebhookDelivery, {
      isOnce: true,
      fields: {},
      params: ({ params }, of) => ({ ...params, deliveryId: of }),
      notice: 'The delivery is sent again.',
      done: here,
    }),
    delete: form(DeleteWebhookEndpoint, {
      fields: {},
      notice: 'The endpoint is deleted.',
      done: () => '/cabinet/settings/webhooks',
    }),
  },
  render: ({ endpoint, deliveries }, view) => ({
    title: endpoint.url,
    content: (
      <>
        <Heading
          title={endpoint.url}
          back={{ href: '/cabinet/settings/webhooks', label: 'Webhooks' }}
          about={endpoint.description ?? undefined}
        >
          <Status of={endpoint.status} tone={endpoint.status === 'ENABLED' ? 'good' : 'bad'} />
        </Heading>
        <State endpoint={endpoint} />
        <Actions endpoint={endpoint} view={view} />
        <Deliveries list={deliveries} endpoint={endpoint} view={view} />
      </>
    ),
  }),
});

const State = ({ endpoint }: { readonly endpoint: EndpointView }) => (
  <dl class="card panel facts-list">
    <dt>Events</dt>
    <dd>{endpoint.kinds === null ? 'all' : endpoint.kinds.join(', ')}</dd>
    <dt>Registered</dt>
    <dd>
      <Time at={endpoint.createdAt} />
    </dd>
    {endpoint.failingSince !== null && (
      <>
        <dt>Failing since</dt>
        <dd>
          <Time at={endpoint.failingSince} />
        </dd>
      </>
    )}
    {endpoint.disabledAt !== null && (
      <>
        <dt>Disabled</dt>
        <dd>
          <Time at={endpoint.disabledAt} />, after too many failures or a 410. Events since then were not sent.
        </dd>
      </>
    )}
    {endpoint.previousSecretExpiresAt !== null && (
      <>
        <dt>Castline also signs with the old secret until</dt>
        <dd>
          <Time at={endpoint.previousSecretExpiresAt} />
        </dd>
      </>
    )}
  </dl>
);

const overlaps = [
  { value: '24', label: '24 hours' },
  { value: '1', label: '1 hour' },
  { value: '0', label: '0 hours: use this if the secret has leaked' },
];

const Actions = ({ endpoint, view }: { readonly endpoint: EndpointView; readonly view: View }) => {
  const may = (action: EndpointView['allowedActions'][number]) => endpoint.allowedActions.includes(action);
  const rotation = view.form('rotate');
  return (
    <div class="actions part">
      {may('enable') && <Form of={view.form('enable')} submit="Enable" isInline />}
      {may('test') && <Form of={view.form('test')} submit="Send a test" isQuiet isInline />}
      {may('rotate-secret') && (
        <Confirm
          of={rotation}
          tone="plain"
          label="Replace the secret"
          question="Replace the secret?"
          explanation="We show the new secret only once."
        >
          <Form of={rotation} submit="Replace secret" isInline>
            <SelectField
              of={rotation}
              name="overlapHours"
              label="Castline also signs with the old secret for"
              choices={overlaps}
            />
          </Form>
        </Confirm>
      )}
      {may('delete') && (
        <Confirm
          of={view.form('delete')}
          label="Delete"
          question="Delete this endpoint?"
          explanation="Its pending deliveries are cancelled."
        >
          <Form of={view.form('delete')} submit="Delete endpoint" isDangerous isInline />
        </Confirm>
      )}
    </div>
  );
};
