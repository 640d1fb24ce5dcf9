import { GetFactorySummaryForStaff } from '../../../../schema/factories/factory-reads.ts';
import { Refusal } from '../../../../schema/shared/errors.ts';
import { Charts } from '../../ui/report/charts.tsx';
import { Tiles } from '../../ui/report/tiles.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { type Api, page, type Visit } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

/** The sums of a content factory of any user. */
export default page({
  role: 'STAFF',
  load: async (api, { query: { id, ...period } }) => ({
    id,
    summary: id === undefined ? null : await summaryOf(api, id, period),
  }),
  render: ({ id, summary }, view) => ({
    title: 'Factories',
    content: (
      <>
        <StaffHeading path={view.path} />
        <SearchBar
          view={view}
          isEmpty={false}
          fields={[
            { name: 'id', label: 'Factory id', placeholder: '12', maxLength: 16 },
            { name: 'from', label: 'Published from', placeholder: '2026-11-01', maxLength: 10 },
            { name: 'to', label: 'Published to', placeholder: '2026-11-30', maxLength: 10 },
          ]}
        />
        {summary === null ? (
          <div class="card empty-card">
            {id === undefined ? (
              <p>Type the id of a content factory to see its sums. The address of its pages has it.</p>
            ) : (
              <strong dir="auto">No factory has the id {id}.</strong>
            )}
          </div>
        ) : (
          <>
            <Tiles summary={summary} />
            <Charts summary={summary} />
          </>
        )}
      </>
    ),
  }),
});

async function summaryOf(api: Api, id: string, period: Visit['query']) {
  try {
    return (await api.read(GetFactorySummaryForStaff, { params: { id }, query: period })).data;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  }
}
