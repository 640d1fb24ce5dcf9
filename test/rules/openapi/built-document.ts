import { operations } from '../../../functions/operations.ts';
import { buildDocument } from '../../../scripts/openapi/document.ts';

const text = JSON.stringify(buildDocument(operations, '1.2.3'));

/** A copy of the OpenAPI document. Its build takes seconds, so all test files of a worker share one. */
export const builtDocument = (): unknown => JSON.parse(text);
