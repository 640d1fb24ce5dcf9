import type { CreatorPage, DraftPage } from '../../../schema/catalog/catalog.ts';

/** The data of a page: published or a draft. */
export type ShownPage = CreatorPage | DraftPage;

export type ShownService = ShownPage['services'][number];
export type ShownChannel = ShownPage['channels'][number];
export type Metric = ShownPage['metrics'][number];

/** The path of a picture in our own store; pages show no others. */
export const pictureOf = ({ avatarUrl }: Pick<ShownPage, 'avatarUrl'>, baseUrl: string): string | null =>
  avatarUrl?.startsWith(`${baseUrl}/`) ? avatarUrl.slice(baseUrl.length) : null;
