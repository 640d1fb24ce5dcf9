import type { FormDefinition } from '../../../functions/web/cabinet/page.ts';
import { pageAt, pagePatterns } from '../../../functions/web/cabinet/pages.ts';

export interface PageForm {
  readonly page: string;
  readonly name: string;
  readonly definition: FormDefinition;
}

/** The forms of all pages. */
export async function formsOfPages(): Promise<PageForm[]> {
  const found = pagePatterns().map(async (page) => ({ page, module: await pageAt(page)?.open() }));
  return (await Promise.all(found)).flatMap(({ page, module }) =>
    module === undefined || 'file' in module.default
      ? []
      : Object.entries(module.default.forms ?? {}).map(([name, definition]) => ({ page, name, definition })),
  );
}

/** The names of the operations that the forms of all pages send. */
export const operationsOfForms = async (): Promise<string[]> =>
  [...new Set((await formsOfPages()).map(({ definition }) => definition.operation.name))].sort();
