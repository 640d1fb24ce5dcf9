import { ReplaceFactoryAccountTags } from '../../../../schema/factories/factory-accounts.ts';
import { GetFactoryAccount } from '../../../../schema/factories/factory-reads.ts';
import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Coverage } from '../../ui/charts/coverage.tsx';
import { Figure, Figured } from '../../ui/charts/figure.tsx';
import { exactly } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField } from '../../ui/forms/inputs.tsx';
import { Charts } from '../../ui/report/charts.tsx';
import { rateOf } from '../../ui/report/words.ts';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { pathOf } from './factory-heading.tsx';
import { idList } from './id-list.ts';

export default page({
  async load(api, { params }) {
    const [settings, account] = await Promise.all([
      api.read(GetFactorySettings, { params: { id: params.id ?? '' } }),
      api.read(GetFactoryAccount, { params }),
    ]);
    return { ...settings.data, account: account.data };
  },
  forms: {
    tags: form(ReplaceFactoryAccountTags, {
      fields: { tagIds: idList },
      notice: 'The tags are saved. The posts of the account have the same tags.',
      done: (_, { path }) => path,
    }),
  },
  render({ factory, tags, account }, view) {
    const of = view.form('tags');
    const { metrics } = account;
    return {
      title: account.title ?? account.handle,
      content: (
        <>
          <Heading
            title={account.title ?? account.handle}
            back={{ href: `${pathOf(factory.id)}/accounts`, label: factory.name }}
            about={`${platformNames[account.platform]} · ${account.handle}`}
          >
            <a class="button secondary" href={`${pathOf(factory.id)}?factoryAccountId=${account.id}`}>
              Show its posts
            </a>
          </Heading>
          <dl class="figures">
            <Figure name="Posts" value={exactly(account.posts)} />
            <Figure name="Views" value={<Figured value={metrics.views} show={exactly} why="No value is known." />}>
              <Measured at={metrics.updatedAt} />
            </Figure>
            <Figure
              name="Engagement rate"
              value={<Figured value={metrics.er} show={rateOf} why="No value is known." />}
            >
              <Coverage of={metrics.erCoverage} />
            </Figure>
            <Figure name="Saves" value={<Figured value={metrics.saves} show={exactly} why="No value is known." />}>
              <Coverage of={metrics.savesCoverage} />
              <Measured at={metrics.savesUpdatedAt} />
            </Figure>
          </dl>
          <Charts summary={account} />
          <section class="part card panel" aria-labelledby="tags">
            <h2 id="tags">Tags</h2>
            {tags.length === 0 ? (
              <p>
                You have no tags. <a href={`${pathOf(factory.id)}/tags`}>Create one</a> to filter reports by it.
              </p>
            ) : (
              <Form of={of} submit="Save tags">
                <ChoiceField
                  of={of}
                  name="tagIds"
                  label="Tags of the account"
                  choices={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
                  stored={account.tags.map(({ id }) => String(id))}
                />
              </Form>
            )}
          </section>
        </>
      ),
    };
  },
});

const Measured = ({ at }: { readonly at: string | null }) =>
  at === null ? null : (
    <span class="why">
      Oldest measurement: <Time at={at} />
    </span>
  );
