import { integer, type Kind, several } from '../../ui/forms/field-kinds.ts';

/** The ids of all chosen values of a group. */
export const idList: Kind = (texts) => {
  const chosen = several(texts);
  return Array.isArray(chosen) ? chosen.map((id) => integer([id])) : chosen;
};
