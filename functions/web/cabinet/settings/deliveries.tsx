import { deliveryStatuses } from '../../../../schema/notifications/webhook-terms.ts';
import type { DeliveryView, EndpointView, ListWebhookDeliveries } from '../../../../schema/notifications/webhooks.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterBar, isFiltered, statusFilter } from '../frame/filter-bar.tsx';
import { Pager } from '../frame/pager.tsx';
import { Status, type StatusTone } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly list: AnswerOf<typeof ListWebhookDeliveries>;
  readonly endpoint: EndpointView;
  readonly view: View;
}

export const deliveryTones: Readonly<Record<DeliveryView['status'], StatusTone>> = {
  PENDING: 'open',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELLED: 'quiet',
};

export const Deliveries = ({ list, endpoint, view }: Props) => (
  <section class="part" aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries</h2>
    <FilterBar view={view} isEmpty={list.data.length === 0} filters={[statusFilter(deliveryStatuses)]} />
    {list.data.length === 0 ? (
      <div class="card empty-card">
        <p>{isFiltered(view) ? 'No delivery has this status.' : 'There are no deliveries. Send a test to see one.'}</p>
      </div>
    ) : (
      <Table columns={['Event', 'Status', 'Last attempt', 'Created', { actions: 'Actions' }]}>
        {list.data.map((delivery) => (
          <Row delivery={delivery} canReplay={endpoint.allowedActions.includes('replay')} view={view} />
        ))}
      </Table>
    )}
    <Pager nextCursor={list.nextCursor} view={view} />
  </section>
);

interface RowProps {
  readonly delivery: DeliveryView;
  readonly canReplay: boolean;
  readonly view: View;
}

const Row = ({ delivery, canReplay, view }: RowProps) => {
  const { id, kind, status, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery;
  return (
    <tr>
      <th scope="row">
        <span>
          <a class="main" href={`${view.path}/deliveries/${id}`}>
            {kind}
          </a>
          <span class="under">msg_{id}</span>
        </span>
      </th>
      <td data-label="Status">
        <span>
          <Status of={status} tone={deliveryTones[status]} />
          {nextAttemptAt !== null && (
            <span class="under">
              next attempt <Time at={nextAttemptAt} />
            </span>
          )}
        </span>
      </td>
      <td data-label="Last attempt">
        <span>
          {lastStatus ?? lastError ?? 'none yet'}
          {lastStatus !== null && lastError !== null && <span class="under">{lastError}</span>}
          {attempts > 1 && <span class="under">{attempts} attempts</span>}
        </span>
      </td>
      <td data-label="Created">
        <Time at={createdAt} />
      </td>
      <td class="action">
        {status !== 'PENDING' && canReplay && (
          <Form of={view.form('replay', String(id))} submit="Send again" isQuiet isInline />
        )}
      </td>
    </tr>
  );
};
