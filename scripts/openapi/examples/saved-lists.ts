import { catalogExamples } from './catalog.ts';
import type { Example } from './example.ts';
import { creatorPublicId } from './market.ts';

const list = {
  id: 42,
  name: 'Retro gaming, autumn',
  creators: 1,
  createdAt: '2026-11-20T09:40:11.204Z',
  updatedAt: '2026-11-20T09:41:03.118Z',
};
const [entry] = Object(catalogExamples.ListCatalog?.answer).data;
const answer = { data: list };

export const savedListExamples: Readonly<Record<string, Example>> = {
  ListSavedLists: {
    success: 'A page of saved lists, newest first; nextCursor leads to the next one.',
    answer: { data: [{ ...list, hasCreator: null }], nextCursor: null },
  },
  CreateSavedList: { body: { name: list.name, creatorPublicId }, answer },
  GetSavedList: { answer },
  RenameSavedList: { body: { name: list.name }, answer },
  DeleteSavedList: { success: 'The deleted list.', answer },
  ListSavedCreators: {
    success: 'A page of creators with their entries, the last saved one first; nextCursor leads to the next one.',
    answer: { data: [{ publicId: creatorPublicId, savedAt: list.updatedAt, entry }], nextCursor: null },
  },
  SaveCreator: { success: 'The list with the creator.', answer },
  RemoveSavedCreator: { success: 'The list without the creator.', answer: { data: { ...list, creators: 0 } } },
  CompareCreators: {
    success: 'The entries of the creators.',
    answer: { data: [{ publicId: creatorPublicId, entry }], unknownNames: [] },
  },
};
