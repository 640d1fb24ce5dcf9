import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import {
  CreateShareLink,
  DeleteShareLink,
  ListShareLinks,
  type ShareLinkView,
} from '../../../../schema/factories/share-links.ts';
import { exactly } from '../../ui/format.ts';
import { instant, nullableText, several } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View } from '../page.ts';
import { fieldNames, HiddenFields } from './factory-fields.tsx';
import { FactoryHeading, pathOf } from './factory-heading.tsx';
import { NewShareLink } from './new-share-link.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [settings, links] = await Promise.all([
      api.read(GetFactorySettings, { params }),
      api.read(ListShareLinks, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { factory: settings.data.factory, links };
  },
  forms: {
    create: form(CreateShareLink, {
      isOnce: true,
      fields: { label: nullableText, hiddenFields: several, expiresAt: instant },
      // The only page with the address. Reloading it sends the form again, which asks the reader first.
      done: ({ data }, visit) => ({
        title: 'Your new share link',
        content: <NewShareLink link={data} baseUrl={visit.baseUrl} back={visit.path} />,
      }),
    }),
    delete: form(DeleteShareLink, {
      fields: {},
      params: ({ params }, of) => ({ id: params.id ?? '', linkId: of }),
      notice: 'The link is deleted. Its report is unavailable within a second.',
      done: (_, { path }) => path,
    }),
  },
  render({ factory, links: { data, nextCursor } }, view) {
    const of = view.form('create');
    return {
      title: `Share links · ${factory.name}`,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path}>
            <a class="button secondary" href={`${pathOf(factory.id)}/preview/nothing`}>
              Preview the report
            </a>
          </FactoryHeading>
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>Nobody can see the report yet.</strong>
              <p>Create a link below, and send it to your client. Its readers need no account.</p>
            </div>
          ) : (
            <>
              <Links links={data} id={factory.id} view={view} />
              <p class="quiet small">
                We store only a hash of the secret in an address, so this list cannot show the address again. If you
                have lost it, <a href="#create">make a new link</a> and delete the old one.
              </p>
            </>
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <section class="part card panel" aria-labelledby="create">
            <h2 id="create">Create a link</h2>
            <Form of={of} submit="Create link">
              <TextField of={of} name="label" label="Name" hint="Only you see it." maxLength={100} isOptional />
              <HiddenFields of={of} stored={[]} hint={hintOf(factory.hiddenFields.length)} />
              <TimeField
                of={of}
                name="expiresAt"
                label="Expires"
                hint="Without a time, the link works until you delete it."
                isOptional
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});

const hintOf = (hiddenByFactory: number): string =>
  hiddenByFactory === 0
    ? 'The report leaves out these fields.'
    : 'In addition to the fields that the settings of the factory hide.';

interface Props {
  readonly links: readonly ShareLinkView[];
  readonly id: number;
  readonly view: View;
}

const Links = ({ links, id, view }: Props) => (
  <Table caption="Share links, newest first" columns={['Link', 'Hides', 'Opened', 'Expires', { actions: 'Actions' }]}>
    {links.map((link) => (
      <Row key={link.id} link={link} id={id} view={view} />
    ))}
  </Table>
);

const Row = ({
  link,
  id,
  view,
}: {
  readonly key: string;
  readonly link: ShareLinkView;
  readonly id: number;
  readonly view: View;
}) => {
  const { label, hiddenFields, createdAt, expiresAt, lastOpenedAt, opens } = link;
  const of = view.form('delete', link.id);
  const isExpired = expiresAt !== null && new Date(expiresAt) <= view.now;
  return (
    <tr>
      <th scope="row">
        <span>
          <span class="main" dir="auto">
            {label ?? 'No name'}
          </span>
          <span class="under">
            created <Time at={createdAt} />
          </span>
        </span>
      </th>
      <td data-label="Hides">
        {hiddenFields.length === 0 ? 'nothing' : hiddenFields.map((field) => fieldNames[field]).join(', ')}
      </td>
      <td data-label="Opened">
        <span>
          {exactly(opens)}
          {lastOpenedAt !== null && (
            <span class="under">
              last <Time at={lastOpenedAt} />
            </span>
          )}
        </span>
      </td>
      <td data-label="Expires">
        {expiresAt === null ? 'never' : isExpired ? <span class="status bad">expired</span> : <Time at={expiresAt} />}
      </td>
      <td class="action">
        <a href={`${pathOf(id)}/preview/${hiddenFields.join(',') || 'nothing'}`}>Preview</a>
        <Confirm
          of={of}
          label="Delete"
          question={`Delete the link “${label ?? 'No name'}”?`}
          explanation="Readers who open it get an error page."
        >
          <Form of={of} submit="Delete link" isDangerous isInline />
        </Confirm>
      </td>
    </tr>
  );
};
