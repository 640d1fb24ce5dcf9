import { getCreatorPage, listCatalog } from '../../dist/clients/hey-api/index.ts';
import type { paths } from '../../dist/clients/openapi-typescript.ts';
import type { CatalogEntry, Money } from '../../dist/clients/orval/model/index.ts';

type Query = NonNullable<paths['/api/v1/creator-catalog']['get']['parameters']['query']>;

export interface Offer {
  readonly publicId: string;
  readonly displayName: string;
  readonly usageTerms: string;
  readonly price: Money;
}

/** The first steps of a program: search for creators, open the page of one, and read the price of its first service. */
export async function readOffers(baseUrl: string, query: Query): Promise<Offer[]> {
  const { data: list } = await listCatalog({ baseUrl, query, throwOnError: true });
  const entries: CatalogEntry[] = list.data;
  return Promise.all(entries.map(({ publicId }) => readOffer(baseUrl, publicId)));
}

async function readOffer(baseUrl: string, publicId: string): Promise<Offer> {
  const { data, error } = await getCreatorPage({ baseUrl, path: { publicId } });
  if (error) throw new Error(error.code);
  const { displayName, services } = data.data;
  const [{ usageTerms, basePrice } = { usageTerms: '', basePrice: undefined }] = services;
  if (basePrice === undefined) throw new Error('a page without a service');
  return { publicId, displayName, usageTerms, price: basePrice };
}
