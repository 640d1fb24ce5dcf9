import { userSearches } from '../../schema/desk/user-searches.ts';
import { type Enumeration, of } from './enumeration.ts';

/** The enumerations of the desk of staff. */
export const deskEnumerations: Readonly<Record<string, Enumeration>> = {
  UserSearch: of(
    userSearches,
    'EMAIL: the beginning of the email address. NAME: the beginning of the name. ID: the whole id.',
  ),
};
