import type { paths } from '../../dist/clients/openapi-typescript.ts';

/** The answer that the document describes. */
type Answer<Path extends '/api/v1/creator-catalog' | '/api/v1/creator-pages/{publicId}'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];
type Query = NonNullable<paths['/api/v1/creator-catalog']['get']['parameters']['query']>;
type Page = Answer<'/api/v1/creator-pages/{publicId}'>['data'];

export interface Offer extends Pick<Page, 'displayName'> {
  readonly publicId: string;
  readonly usageTerms: string;
  readonly price: Page['services'][number]['basePrice'] | undefined;
}

/** The same steps as those of job.ts, by fetch and generated types alone. */
export async function readOffers(baseUrl: string, { topic, sort }: Pick<Query, 'topic' | 'sort'>): Promise<Offer[]> {
  const query = new URLSearchParams({ topic: `${topic}`, sort: `${sort}` });
  const list: Answer<'/api/v1/creator-catalog'> = await read(`${baseUrl}/api/v1/creator-catalog?${query}`);
  return Promise.all(list.data.map(({ publicId }) => readOffer(baseUrl, publicId)));
}

async function readOffer(baseUrl: string, publicId: string): Promise<Offer> {
  const { data }: Answer<'/api/v1/creator-pages/{publicId}'> = await read(
    `${baseUrl}/api/v1/creator-pages/${publicId}`,
  );
  const [service] = data.services;
  return {
    publicId,
    displayName: data.displayName,
    usageTerms: service?.usageTerms ?? '',
    price: service?.basePrice,
  };
}

const read = async (url: string) => (await fetch(url)).json();
