import { GetPageVisits } from '../../../../../schema/creators/page-visits.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { dayOf, exactly } from '../../../ui/format.ts';
import { Heading } from '../../frame/frame.tsx';
import { page } from '../../page.ts';
import { PageTabs } from '../tabs.tsx';

const periods = [7, 30, 90] as const;
const usual = '30';

export default page({
  load: async (api, { query }) => (await api.read(GetPageVisits, { query: { days: query.days ?? usual } })).data,
  render: ({ from, to, visits, series }, view) => ({
    title: 'Visits to your page',
    content: (
      <>
        <Heading title="Your page" />
        <PageTabs path={view.path} />
        <section class="part" aria-labelledby="visits">
          <div class="part-head">
            <h2 id="visits">{visits === 1 ? '1 visit' : `${exactly(visits)} visits`}</h2>
            <p class="quiet small">
              {dayOf(from)} to {dayOf(to)}, UTC
            </p>
          </div>
          <nav class="tabs" aria-label="Period">
            {periods.map((days) => (
              <a
                href={`${view.path}?days=${days}`}
                {...(String(days) === (view.query.days ?? usual) && { 'aria-current': 'page' as const })}
              >
                {days} days
              </a>
            ))}
          </nav>
          <Chart
            id="chart-visits"
            title="Visits"
            series={[{ name: 'Visits', values: series.map(({ date, visits: ofDay }) => ({ date, value: ofDay })) }]}
            about="requests of the public page on the day, without known bots"
            caption={
              <p class="quiet small">
                Each request for your public page is a visit, including your own. A reload is another visit. Known bots
                are not counted.
              </p>
            }
          />
        </section>
      </>
    ),
  }),
});
