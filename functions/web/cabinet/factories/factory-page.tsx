import { GetFactoryDashboard } from '../../../../schema/factories/own-report.ts';
import { ReportContent } from '../../ui/report/report-content.tsx';
import { readForm, type Values } from '../../ui/report/report-form.ts';
import { page } from '../page.ts';
import { FactoryHeading, pathOf } from './factory-heading.tsx';

const pageSize = '20';

export default page({
  async load(api, { params, query }) {
    const { values, errors } = readForm(new URLSearchParams(query));
    const { data } = await api.read(GetFactoryDashboard, { params, query: { ...values, limit: pageSize } });
    return { ...data, values, errors };
  },
  render({ factory, values, errors, ...report }, view) {
    return {
      title: factory.name,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path}>
            <a class="button secondary" href={`${pathOf(factory.id)}/share-links`}>
              Share
            </a>
          </FactoryHeading>
          {factory.limitReached && (
            <p class="warning">The factory has reached its maximum number of posts. It adds no new posts.</p>
          )}
          {factory.accounts === 0 ? (
            <div class="card empty-card">
              <strong>The factory watches no accounts.</strong>
              <a class="button" href={`${pathOf(factory.id)}/accounts`}>
                Add an account
              </a>
            </div>
          ) : (
            <ReportContent
              report={report}
              values={values}
              errors={errors}
              sorts={{ account: values.accountSort ?? '-views', post: values.postSort ?? '-publishedAt' }}
              files={filesOf(factory.id, values)}
            />
          )}
        </>
      ),
    };
  },
});

/** The files with the filters of the page. Each takes the order of its own list alone. */
function filesOf(id: number, { accountCursor: _, postCursor: __, accountSort, postSort, ...filters }: Values) {
  const addressOf = (name: string, own: Record<string, string>) =>
    `${pathOf(id)}/${name}.csv?${new URLSearchParams({ ...filters, ...own })}`;
  return {
    accounts: addressOf('accounts', accountSort === undefined ? {} : { accountSort }),
    posts: addressOf('posts', postSort === undefined ? {} : { postSort }),
  };
}
