import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import {
  CreateFactoryTag,
  CreateTagGroup,
  DeleteFactoryTag,
  DeleteTagGroup,
  ReplaceTagGroup,
  type TagGroupView,
  type TagView,
} from '../../../../schema/factories/tags.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { ChoiceField, TextField } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { FactoryHeading } from './factory-heading.tsx';
import { idList } from './id-list.ts';

const here = (_: unknown, { path }: Visit) => path;
const ofGroup = ({ params }: Visit, of: string) => ({ id: params.id ?? '', groupId: of });
const groupFields = { name: text, tagIds: idList };

export default page({
  load: (api, { params }) => api.read(GetFactorySettings, { params }),
  forms: {
    tag: form(CreateFactoryTag, { fields: { name: text }, notice: 'The tag is created.', done: here }),
    deleteTag: form(DeleteFactoryTag, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The tag is deleted.',
      done: here,
    }),
    group: form(CreateTagGroup, { fields: groupFields, notice: 'The group is created.', done: here }),
    replaceGroup: form(ReplaceTagGroup, {
      fields: groupFields,
      params: ofGroup,
      notice: 'The group is saved.',
      done: here,
    }),
    deleteGroup: form(DeleteTagGroup, { fields: {}, params: ofGroup, notice: 'The group is deleted.', done: here }),
  },
  render({ data: { factory, tags, tagGroups } }, view) {
    const [ofTag, ofNewGroup] = [view.form('tag'), view.form('group')];
    return {
      title: `Tags · ${factory.name}`,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path} />
          <section class="part" aria-labelledby="tags">
            <h2 id="tags">Your tags</h2>
            <p class="quiet">
              All your factories share them. Give them to accounts, and filter reports by them. Readers of shared
              reports see them, too.
            </p>
            {tags.length > 0 && <Tags tags={tags} view={view} />}
            <div class="card panel part">
              <Form of={ofTag} submit="Create tag">
                <TextField of={ofTag} name="name" label="New tag" maxLength={60} />
              </Form>
            </div>
          </section>
          <section class="part" aria-labelledby="groups">
            <h2 id="groups">Tag groups of this factory</h2>
            {tagGroups.map((group) => (
              <Group key={String(group.id)} group={group} tags={tags} view={view} />
            ))}
            {tags.length === 0 ? (
              <p class="quiet">Create a tag first.</p>
            ) : (
              <div class="card panel part">
                <h3>New group</h3>
                <Form of={ofNewGroup} submit="Create group">
                  <GroupFields of={ofNewGroup} tags={tags} />
                </Form>
              </div>
            )}
          </section>
        </>
      ),
    };
  },
});

const Tags = ({ tags, view }: { readonly tags: readonly TagView[]; readonly view: View }) => (
  <Table columns={['Tag', 'Accounts', { actions: 'Actions' }]}>
    {tags.map(({ id, name, accounts }) => (
      <tr>
        <th scope="row" dir="auto">
          <span class="tag">{name}</span>
        </th>
        <td data-label="Accounts" class="quiet">
          {accounts === 1 ? '1 account' : `${accounts} accounts`}
        </td>
        <td class="action">
          <Confirm
            of={view.form('deleteTag', String(id))}
            label="Delete"
            question={`Delete the tag “${name}”?`}
            explanation="It is removed from all accounts and groups."
          >
            <Form of={view.form('deleteTag', String(id))} submit="Delete tag" isDangerous isInline />
          </Confirm>
        </td>
      </tr>
    ))}
  </Table>
);

interface GroupProps {
  readonly key: string;
  readonly group: TagGroupView;
  readonly tags: readonly TagView[];
  readonly view: View;
}

const Group = ({ group, tags, view }: GroupProps) => {
  const of = view.form('replaceGroup', String(group.id));
  const ofDelete = view.form('deleteGroup', String(group.id));
  return (
    <div class="card panel">
      <h3 dir="auto">{group.name}</h3>
      <p class="quiet" dir="auto">
        {group.tags.length === 0 ? 'Without tags' : group.tags.map(({ name }) => name).join(', ')}
      </p>
      <div class="buttons">
        <details class="confirm plain" open={of.isSent}>
          <summary>Change</summary>
          <Form of={of} submit="Save group">
            <GroupFields of={of} tags={tags} stored={group} />
          </Form>
        </details>
        <Confirm
          of={ofDelete}
          label="Delete"
          question={`Delete the group “${group.name}”?`}
          explanation="Its tags remain."
        >
          <Form of={ofDelete} submit="Delete group" isDangerous isInline />
        </Confirm>
      </div>
    </div>
  );
};

interface GroupFieldsProps {
  readonly of: FormState;
  readonly tags: readonly TagView[];
  readonly stored?: TagGroupView;
}

const GroupFields = ({ of, tags, stored }: GroupFieldsProps) => (
  <>
    <TextField of={of} name="name" label="Name" stored={stored?.name} maxLength={60} />
    <ChoiceField
      of={of}
      name="tagIds"
      label="Tags"
      choices={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
      stored={stored?.tags.map(({ id }) => String(id)) ?? []}
    />
  </>
);
