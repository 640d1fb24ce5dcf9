import type { Example } from './example.ts';

const street = { id: 12, name: 'Street style' };
const vintage = { id: 15, name: 'Vintage' };
const tag = { ...street, accounts: 0 };
export const group = { id: 4, name: 'Fashion', tags: [street, vintage] };
export const tags = [
  { ...street, accounts: 3 },
  { ...vintage, accounts: 1 },
];
const body = { name: group.name, tagIds: [street.id, vintage.id] };

export const factoryTagExamples: Readonly<Record<string, Example>> = {
  ListFactoryTags: { answer: { data: tags, nextCursor: null } },
  CreateFactoryTag: { body: { name: tag.name }, answer: { data: tag } },
  DeleteFactoryTag: { answer: { data: { ...tag, accounts: 3 } } },
  ListTagGroups: { answer: { data: [group], nextCursor: null } },
  CreateTagGroup: { body, answer: { data: group } },
  ReplaceTagGroup: { body, answer: { data: group } },
  DeleteTagGroup: { answer: { data: group } },
};
