import { pageAt, pagePatterns } from '../../../functions/web/cabinet/pages.ts';

/** The names of the operations that the forms of all pages send. */
export async function operationsOfForms(): Promise<string[]> {
  const modules = await Promise.all(pagePatterns().map((pattern) => pageAt(pattern)?.open()));
  const names = modules.flatMap((module) =>
    module === undefined || 'file' in module.default
      ? []
      : Object.values(module.default.forms ?? {}).map(({ operation }) => operation.name),
  );
  return [...new Set(names)].sort();
}
