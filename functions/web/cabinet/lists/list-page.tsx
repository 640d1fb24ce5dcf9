import { listNameLength, maxCompared } from '../../../../schema/saved-lists/list-limits.ts';
import {
  DeleteSavedList,
  GetSavedList,
  ListSavedCreators,
  RemoveSavedCreator,
  RenameSavedList,
} from '../../../../schema/saved-lists/saved-lists.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { form, page, type Visit } from '../page.ts';
import { SavedCreators } from './saved-creators.tsx';

const pathOf = (_: unknown, { path }: Visit) => path;

export default page({
  async load(api, { params, query: { cursor } }) {
    const [list, creators] = await Promise.all([
      api.read(GetSavedList, { params }),
      api.read(ListSavedCreators, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { list: list.data, creators };
  },
  forms: {
    rename: form(RenameSavedList, { fields: { name: text }, notice: 'The list has its new name.', done: pathOf }),
    delete: form(DeleteSavedList, { fields: {}, notice: 'The list is deleted.', done: () => '/cabinet/lists' }),
    remove: form(RemoveSavedCreator, {
      fields: {},
      params: ({ params }, of) => ({ ...params, publicId: of }),
      notice: 'The creator is no longer in the list.',
      done: pathOf,
    }),
  },
  render({ list, creators: { data, nextCursor } }, view) {
    const rename = view.form('rename');
    return {
      title: list.name,
      content: (
        <>
          <Heading title={list.name} back={{ href: '/cabinet/lists', label: 'Lists' }}>
            <Confirm of={rename} tone="plain" label="Rename" question="Rename this list?">
              <Form of={rename} submit="Rename" isInline>
                <TextField of={rename} name="name" label="Name" stored={list.name} maxLength={listNameLength} />
              </Form>
            </Confirm>
            <Confirm
              of={view.form('delete')}
              label="Delete"
              question={`Delete the list “${list.name}”?`}
              explanation="Its creators and your orders do not change."
            >
              <Form of={view.form('delete')} submit="Delete list" isDangerous isInline />
            </Confirm>
          </Heading>
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>This list has no creators.</strong>
              <p>Open the page of a creator, and press “Save”.</p>
              <a class="button" href="/creators">
                Find creators
              </a>
            </div>
          ) : (
            <>
              <SavedCreators creators={data} view={view} />
              <form id="compare" class="buttons" method="get" action="/cabinet/compare">
                <button type="submit" class="secondary">
                  Compare
                </button>
                <span class="quiet small">Choose up to {maxCompared} creators.</span>
              </form>
            </>
          )}
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});
