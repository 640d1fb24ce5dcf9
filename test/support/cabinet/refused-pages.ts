import * as fieldKinds from '../../../functions/web/ui/forms/field-kinds.ts';
import { ownFields } from '../../../functions/web/ui/forms/form-state.ts';
import { isFullDepth } from '../stack/depth.ts';
import { formIn, hasForm } from './form-in.ts';
import type { Owned } from './owned.ts';
import { pageCases, pathOf } from './page-cases.ts';
import { formsOfPages, type PageForm } from './page-forms.ts';
import type { GivenPage } from './shown-at.ts';
import type { Visitor } from './visitor.ts';

/** A form of a page after somebody has sent it with a text in each of its fields that the API refuses. */
export interface RefusedPage extends GivenPage {
  readonly name: string;
}

interface Readers {
  readonly owned: Owned;
  readonly owner: Visitor;
  readonly staff: Visitor;
  /** More addresses of a page, whose object has another state than the one of the owner. */
  readonly others?: Readonly<Record<string, readonly string[]>>;
}

/** No field takes so long a text, no number has it, and no choice. */
const wrong = 'x'.repeat(6_000);
/** The kinds of fields that several pages have. */
const sharedKinds = new Set<unknown>(Object.values(fieldKinds));
const kept: readonly string[] = [ownFields.form, ownFields.of, ownFields.key];

/** The refused pages of all forms that the pages show: at the quick depth of those with another kind of field than the ones before. */
export async function refusedPages(readers: Readers): Promise<RefusedPage[]> {
  const known = new Set<unknown>();
  const refused: RefusedPage[] = [];
  for (const form of await formsOfPages()) {
    const kinds = Object.values(form.definition.fields).filter((kind) => sharedKinds.has(kind));
    const isSeen = kinds.every((kind) => known.has(kind));
    if (takesNothingWrong(form) || (isSeen && !isFullDepth)) continue;
    const page = await refusedPage(form, readers);
    if (page === null) continue;
    refused.push(page);
    for (const kind of kinds) known.add(kind);
  }
  return refused;
}

/** A form of buttons, or of boxes that are checked or not. */
const takesNothingWrong = ({ definition: { fields } }: PageForm): boolean =>
  Object.values(fields).every((kind) => typeof kind(['x']) === 'boolean');

async function refusedPage({ page, name }: PageForm, readers: Readers): Promise<RefusedPage | null> {
  const pageCase = pageCases[page];
  if (pageCase === undefined) throw new Error(`${page} has no case`);
  const visitor = pageCase.roles?.includes('STAFF') ? readers.staff : readers.owner;
  for (const path of [pathOf(page, pageCase, readers.owned), ...(readers.others?.[page] ?? [])]) {
    const { html } = await visitor.get(path);
    if (!hasForm(html, name)) continue;
    const fields = formIn(html, name).map(([field, value]) => [field, kept.includes(field) ? value : wrong] as const);
    return { name: `${page}: ${name}`, path, shown: await visitor.post(path, fields) };
  }
  return null;
}
