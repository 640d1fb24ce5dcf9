import type { CreatorPage, DraftPage } from '../../../schema/catalog/catalog.ts';

/** What is rendered: a published page, or the draft of one. */
export type ShownPage = CreatorPage | DraftPage;

export type ShownService = ShownPage['services'][number];
export type ShownChannel = ShownPage['channels'][number];
export type Metric = ShownPage['metrics'][number];

/** Safe: the answer of GetCreatorPage is of this shape; its contract test holds it to that. */
export const pageIn = (json: string): CreatorPage => (JSON.parse(json) as { data: CreatorPage }).data;

/** The path of a picture that we store; nothing is shown from elsewhere. */
export const pictureOf = ({ avatarUrl }: ShownPage, baseUrl: string): string | null =>
  avatarUrl?.startsWith(`${baseUrl}/`) ? avatarUrl.slice(baseUrl.length) : null;

/** A link that leads out of here is https and well formed, whatever stands in the database. */
export function outward(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.href : undefined;
}
