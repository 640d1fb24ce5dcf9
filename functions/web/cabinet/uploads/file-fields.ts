import { integer, text } from '../../ui/forms/field-kinds.ts';

/** How the script announces a file. */
export const fileFields = { fileName: text, contentType: text, size: integer, sha256: text };
