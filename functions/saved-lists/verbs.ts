/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { compareCreators } from './compare-creators.ts';
export { createList } from './create-list.ts';
export { deleteList } from './delete-list.ts';
export { getList } from './get-list.ts';
export { listCreators } from './list-creators.ts';
export { listLists } from './list-lists.ts';
export { removeCreator } from './remove-creator.ts';
export { renameList } from './rename-list.ts';
export { saveCreator } from './save-creator.ts';
