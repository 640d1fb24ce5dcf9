import type { FactoryAccountView } from '../../../../schema/factories/factory-account.ts';
import { AddFactoryAccount, RemoveFactoryAccount } from '../../../../schema/factories/factory-accounts.ts';
import { ListFactoryAccounts } from '../../../../schema/factories/factory-reads.ts';
import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import { platforms } from '../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { exactly } from '../../ui/format.ts';
import { optionalText } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../ui/forms/inputs.tsx';
import { OneOfTwo, oneOf } from '../../ui/forms/one-of-two.tsx';
import { reasonWords } from '../../ui/report/words.ts';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Pager } from '../frame/pager.tsx';
import { inWords, Status, type StatusTone } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View } from '../page.ts';
import { FactoryHeading } from './factory-heading.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [settings, accounts] = await Promise.all([
      api.read(GetFactorySettings, { params }),
      api.read(ListFactoryAccounts, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { factory: settings.data.factory, accounts };
  },
  forms: {
    add: form(AddFactoryAccount, {
      fields: { platform: optionalText, handle: optionalText, url: optionalText },
      notice:
        'The account is added. Its posts appear within minutes, or on one of the next days if you have added many accounts. Its first scan follows if your credits cover it. A paused factory waits.',
      done: (_, { path }) => path,
    }),
    remove: form(RemoveFactoryAccount, {
      fields: {},
      params: ({ params }, of) => ({ id: params.id ?? '', accountId: of }),
      notice: 'The account is removed.',
      done: (_, { path }) => path,
    }),
  },
  render({ factory, accounts: { data, nextCursor } }, view) {
    const of = oneOf(view.form('add'), ['url', 'handle'], 'fill in the address or the handle, not both');
    return {
      title: `Accounts · ${factory.name}`,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path} />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>The factory watches no accounts.</strong>
              <p>Add one below, by its address or its handle.</p>
            </div>
          ) : (
            <Accounts accounts={data} view={view} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <section class="part card panel" aria-labelledby="add">
            <h2 id="add">Add an account</h2>
            <Form of={of} submit="Add account">
              <OneOfTwo>
                <TextField
                  of={of}
                  name="url"
                  label="Address"
                  hint="The address of the account, such as https://www.youtube.com/@mika.plays."
                  type="url"
                  maxLength={2_000}
                  isDependent
                />
                <div class="fields">
                  <TextField
                    of={of}
                    name="handle"
                    label="Handle"
                    hint="With or without @."
                    maxLength={100}
                    isDependent
                  />
                  <SelectField
                    of={of}
                    name="platform"
                    label="Platform (only with a handle)"
                    choices={[
                      { value: '', label: 'Choose a platform' },
                      ...platforms.map((value) => ({ value, label: platformNames[value] })),
                    ]}
                  />
                </div>
              </OneOfTwo>
            </Form>
          </section>
        </>
      ),
    };
  },
});

const tones: Readonly<Record<FactoryAccountView['status'], StatusTone>> = {
  PENDING: 'open',
  ACTIVE: 'good',
  UNAVAILABLE: 'bad',
};

const Accounts = ({ accounts, view }: { readonly accounts: readonly FactoryAccountView[]; readonly view: View }) => (
  <Table
    caption="Accounts, the most views first"
    columns={['Account', 'Status', { number: 'Posts' }, { number: 'Views' }, 'Scans', { actions: 'Actions' }]}
  >
    {accounts.map((account) => (
      <Row key={String(account.id)} account={account} view={view} />
    ))}
  </Table>
);

const Row = ({
  account,
  view,
}: {
  readonly key: string;
  readonly account: FactoryAccountView;
  readonly view: View;
}) => {
  const { id, handle, title, platform, mode, status, posts, metrics, reasons, lastScannedAt, nextScanAt, tags } =
    account;
  const of = view.form('remove', String(id));
  return (
    <tr>
      <th scope="row">
        <span>
          <a class="main" href={`${view.path}/${id}`} dir="auto">
            {title ?? handle}
          </a>
          <span class="under" dir="auto">
            {platformNames[platform]}
            {title !== null && ` · ${handle}`}
            {mode === 'LISTED' && ' · only listed posts'}
          </span>
          {tags.length > 0 && (
            <span class="tags">
              {tags.map(({ name }) => (
                <span class="tag" dir="auto">
                  {name}
                </span>
              ))}
            </span>
          )}
        </span>
      </th>
      <td data-label="Status">
        <span>
          <Status of={status} tone={tones[status]} />
          {reasons.map((reason) => (
            <span class="under">{reasonWords[reason]}</span>
          ))}
        </span>
      </td>
      <td class="number" data-label="Posts">
        {exactly(posts)}
      </td>
      <td class="number" data-label="Views">
        <Figured
          value={metrics.views}
          show={exactly}
          why={reasons[0] === undefined ? 'not measured' : inWords(reasons[0])}
        />
      </td>
      <td data-label="Scans">
        <span>
          {lastScannedAt === null ? 'not yet' : <Time at={lastScannedAt} />}
          {nextScanAt !== null && (
            <span class="under">
              next <Time at={nextScanAt} />
            </span>
          )}
        </span>
      </td>
      <td class="action">
        <Confirm
          of={of}
          label="Remove"
          question={`Stop tracking ${title ?? handle}?`}
          explanation="Its posts leave the factory and the reports. Credits that scans have used are not refunded."
        >
          <Form of={of} submit="Remove account" isDangerous isInline />
        </Confirm>
      </td>
    </tr>
  );
};
