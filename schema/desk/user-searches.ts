/** What a search of staff for users compares. */
export const userSearches = ['EMAIL', 'NAME', 'ID'] as const;
