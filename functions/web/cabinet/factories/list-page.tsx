import { CreateFactory, ListFactories } from '../../../../schema/factories/factories.ts';
import type { FactoryView } from '../../../../schema/factories/factory.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { exactly } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page } from '../page.ts';
import { FactoryFields } from './factory-fields.tsx';
import { FactoryStatus, pathOf } from './factory-heading.tsx';

export default page({
  load: (api, { query: { cursor } }) => api.read(ListFactories, { query: cursor === undefined ? {} : { cursor } }),
  forms: {
    create: form(CreateFactory, {
      fields: { name: text, intervalHours: integer, trackingDays: integer },
      notice: 'The factory is ready. Add the accounts that it should watch.',
      done: ({ data }) => `${pathOf(data.id)}/accounts`,
    }),
  },
  render({ data, nextCursor }, view) {
    const of = view.form('create');
    return {
      title: 'Content factories',
      content: (
        <>
          <Heading
            title="Content factories"
            about="A factory watches public accounts and their posts, and reports on them to you and your clients."
          >
            <a class="button secondary" href="/cabinet/factories/credits">
              Credits
            </a>
          </Heading>
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>You have no factories.</strong>
              <p>Create one below, then add accounts. The first scan begins at once.</p>
            </div>
          ) : (
            <Factories factories={data} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <section class="part card panel" aria-labelledby="create">
            <h2 id="create">Create a factory</h2>
            <Form of={of} submit="Create factory">
              <FactoryFields of={of} />
            </Form>
          </section>
        </>
      ),
    };
  },
});

const Factories = ({ factories }: { readonly factories: readonly FactoryView[] }) => (
  <Table
    caption="Your factories, newest first"
    columns={['Factory', 'Status', { number: 'Accounts' }, { number: 'Posts' }, { number: 'Views' }, 'Last scan']}
  >
    {factories.map((factory) => (
      <tr>
        <th scope="row">
          <span>
            <a class="main" href={pathOf(factory.id)} dir="auto">
              {factory.name}
            </a>
            <span class="under">
              every {factory.intervalHours} hours, {factory.trackingDays} days for each post
            </span>
          </span>
        </th>
        <td data-label="Status">
          <span>
            <FactoryStatus status={factory.status} />
            {factory.pauseReason === 'NO_CREDITS' && (
              <span class="under">
                {factory.neededCredits === null ? 'no credits' : `needs ${exactly(factory.neededCredits)} credits`}
              </span>
            )}
          </span>
        </td>
        <td class="number" data-label="Accounts">
          {exactly(factory.accounts)}
        </td>
        <td class="number" data-label="Posts">
          <span>
            {exactly(factory.posts)}
            {factory.limitReached && <span class="under">limit reached</span>}
          </span>
        </td>
        <td class="number" data-label="Views">
          <span>
            <Figured value={factory.views} show={exactly} why="not measured" />
            {factory.viewDefinitions.length > 1 && <ViewDefinitions of={factory.viewDefinitions} />}
          </span>
        </td>
        <td data-label="Last scan">
          {factory.lastScannedAt === null ? 'not yet' : <Time at={factory.lastScannedAt} />}
        </td>
      </tr>
    ))}
  </Table>
);
