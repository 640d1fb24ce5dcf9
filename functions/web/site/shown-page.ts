import type { CreatorPage, DraftPage } from '../../../schema/catalog/catalog.ts';

/** The data of a page: published or a draft. */
export type ShownPage = CreatorPage | DraftPage;

export type ShownService = ShownPage['services'][number];
export type ShownChannel = ShownPage['channels'][number];
export type Metric = ShownPage['metrics'][number];

/** The path of a picture in our own store; pages show no others. */
export const pictureOf = ({ avatarUrl }: Pick<ShownPage, 'avatarUrl'>, baseUrl: string): string | null =>
  avatarUrl === null ? null : pathIn(avatarUrl, baseUrl);

/** A picture of a portfolio with its path. */
export type ShownPicture = Omit<ShownPage['portfolio'][number], 'url'> & { readonly path: string };

/** The pictures of a portfolio in our own store. */
export const portfolioOf = ({ portfolio }: Pick<ShownPage, 'portfolio'>, baseUrl: string): ShownPicture[] =>
  portfolio.flatMap(({ url, ...picture }) => {
    const path = pathIn(url, baseUrl);
    return path === null ? [] : [{ ...picture, path }];
  });

/** The path of an address of ours; null for other origins. */
export const pathIn = (url: string, baseUrl: string): string | null =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : null;
