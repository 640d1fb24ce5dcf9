import { GetWebhookDelivery } from '../../../../schema/notifications/webhook-delivery.ts';
import { GetWebhookEndpoint, ReplayWebhookDelivery } from '../../../../schema/notifications/webhooks.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { form, page } from '../page.ts';
import { deliveryTones } from './deliveries.tsx';

export default page({
  async load(api, { params: { id = '', deliveryId = '' } }) {
    const [{ data: endpoint }, { data: delivery }] = await Promise.all([
      api.read(GetWebhookEndpoint, { params: { id } }),
      api.read(GetWebhookDelivery, { params: { id, deliveryId } }),
    ]);
    return { endpoint, delivery };
  },
  forms: {
    replay: form(ReplayWebhookDelivery, {
      isOnce: true,
      fields: {},
      notice: 'The delivery is sent again. Reload the page in a few seconds.',
      done: (_, { path }) => path,
    }),
  },
  render: ({ endpoint, delivery }, view) => ({
    title: `Delivery msg_${delivery.id}`,
    content: (
      <>
        <Heading
          title={delivery.kind}
          back={{ href: `/cabinet/settings/webhooks/${endpoint.id}`, label: endpoint.url }}
          about={`Delivery msg_${delivery.id}`}
        >
          <Status of={delivery.status} tone={deliveryTones[delivery.status]} />
        </Heading>
        {delivery.status !== 'PENDING' && endpoint.allowedActions.includes('replay') && (
          <div class="actions part">
            <Form of={view.form('replay')} submit="Send again" isInline />
          </div>
        )}
        <section class="part card panel" aria-labelledby="attempts">
          <h2 id="attempts">Attempts</h2>
          <dl class="facts-list">
            <dt>Attempts</dt>
            <dd>{delivery.attempts}</dd>
            <dt>Last response</dt>
            <dd>{delivery.lastStatus ?? 'none'}</dd>
            {delivery.lastError !== null && (
              <>
                <dt>Error</dt>
                <dd>{delivery.lastError}</dd>
              </>
            )}
            {delivery.nextAttemptAt !== null && (
              <>
                <dt>Next attempt</dt>
                <dd>
                  <Time at={delivery.nextAttemptAt} />
                </dd>
              </>
            )}
            <dt>Created</dt>
            <dd>
              <Time at={delivery.createdAt} />
            </dd>
            {delivery.endedAt !== null && (
              <>
                <dt>Ended</dt>
                <dd>
                  <Time at={delivery.endedAt} />
                </dd>
              </>
            )}
          </dl>
          <p class="quiet small">
            We store the status of the last response. We store no body and no headers of responses.
          </p>
        </section>
        <section class="part card panel" aria-labelledby="request">
          <h2 id="request">Request</h2>
          <h3>Headers</h3>
          <pre class="code">
            {[
              ...Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`),
              'webhook-timestamp: the time of the attempt',
              'webhook-signature: v1,…',
            ].join('\n')}
          </pre>
          <p class="quiet small">The time and the signature are new at each attempt. We do not store them.</p>
          <h3>Body</h3>
          <pre class="code">{indented(delivery.body)}</pre>
        </section>
      </>
    ),
  }),
});

/** A body is JSON. The signature is over the body without these spaces. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
