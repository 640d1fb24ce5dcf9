/** Lists of a user, and creators of a list. */
export const maxSavedLists = 50;
export const maxSavedCreators = 200;
/** Creators side by side. */
export const maxCompared = 4;
export const listNameLength = 80;
