import { listNameLength } from '../../../../schema/saved-lists/list-limits.ts';
import {
  CompareCreators,
  CreateSavedList,
  ListSavedLists,
  RemoveSavedCreator,
  SaveCreator,
} from '../../../../schema/saved-lists/saved-lists.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { nullableText, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, TextField } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View, type Visit } from '../page.ts';

type List = AnswerOf<typeof ListSavedLists>['data'][number];
type Entry = AnswerOf<typeof CompareCreators>['data'][number]['entry'];

const path = '/cabinet/lists';
const idsOf = ({ query }: Visit, of: string) => ({ id: of, publicId: query.creator ?? '' });
const listOf = ({ data }: { readonly data: { readonly id: number } }) => `${path}/${data.id}`;

export default page({
  async load(api, { query: { creator, cursor } }) {
    const lists = api.read(ListSavedLists, {
      query: { limit: '50', ...(creator !== undefined && { creator }), ...(cursor !== undefined && { cursor }) },
    });
    if (creator === undefined) return { lists: await lists, creator: null };
    const compared = api.read(CompareCreators, { query: { creators: creator } });
    const [found, { data }] = await Promise.all([lists, compared]);
    return { lists: found, creator: { publicId: creator, entry: data[0]?.entry ?? null } };
  },
  forms: {
    create: form(CreateSavedList, {
      fields: { name: text, creatorPublicId: nullableText },
      params: () => ({}),
      notice: 'The list is saved.',
      done: listOf,
    }),
    save: form(SaveCreator, { fields: {}, params: idsOf, notice: 'The creator is saved.', done: listOf }),
    remove: form(RemoveSavedCreator, {
      fields: {},
      params: idsOf,
      notice: 'The creator is no longer in the list.',
      done: listOf,
    }),
  },
  render({ lists: { data, nextCursor }, creator }, view) {
    const title = creator === null ? 'Lists' : `Save ${nameOf(creator.entry)}`;
    return {
      title,
      content: (
        <>
          {creator === null ? (
            <Heading title="Lists" about="Creators that you want to come back to. Only you see your lists.">
              <a class="button secondary" href="/creators">
                Find creators
              </a>
            </Heading>
          ) : (
            <Heading title={title} back={{ href: path, label: 'Lists' }} about="Choose a list, or create one." />
          )}
          {creator?.entry === null && (
            <p class="warning">The page of this creator is not public at the moment, so it cannot be saved.</p>
          )}
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>You have no lists.</strong>
              <p>Create one below. Then “Save” on the page of a creator adds it to a list.</p>
            </div>
          ) : (
            <Lists lists={data} entry={creator?.entry ?? null} view={view} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <NewList creator={creator} view={view} />
        </>
      ),
    };
  },
});

const nameOf = (entry: Entry): string => (entry === null ? 'a creator' : entry.displayName);

interface NewListProps {
  readonly creator: { readonly publicId: string; readonly entry: Entry } | null;
  readonly view: View;
}

const NewList = ({ creator, view }: NewListProps) => {
  const of = view.form('create');
  const isSaving = creator !== null && creator.entry !== null;
  return (
    <section class="part card panel" aria-labelledby="create">
      <h2 id="create">Create a list</h2>
      <Form of={of} submit={isSaving ? 'Create list and save' : 'Create list'}>
        {isSaving && <Hidden name="creatorPublicId" value={creator.publicId} />}
        <TextField
          of={of}
          name="name"
          label="Name"
          hint="For example a campaign or a topic. Only you see it."
          maxLength={listNameLength}
        />
      </Form>
    </section>
  );
};

interface ListsProps {
  readonly lists: readonly List[];
  readonly entry: Entry;
  readonly view: View;
}

const Lists = ({ lists, entry, view }: ListsProps) => (
  <Table
    caption="Your lists, newest first"
    columns={['List', { number: 'Creators' }, 'Changed', ...(entry !== null ? [{ actions: 'Actions' }] : [])]}
  >
    {lists.map(({ id, name, creators, updatedAt, hasCreator }) => (
      <tr>
        <th scope="row">
          <a class="main" href={`${path}/${id}`} dir="auto">
            {name}
          </a>
        </th>
        <td class="number" data-label="Creators">
          {creators}
        </td>
        <td data-label="Changed">
          <Time at={updatedAt} />
        </td>
        {entry !== null && (
          <td class="action">
            {hasCreator === true ? (
              <Form of={view.form('remove', String(id))} submit="Remove from this list" isQuiet isInline />
            ) : (
              <Form of={view.form('save', String(id))} submit="Save" isInline />
            )}
          </td>
        )}
      </tr>
    ))}
  </Table>
);
