import { decimalOf } from '../../../schema/shared/money.ts';
import { outward, pictureOf, type ShownPage } from './shown-page.ts';

/** The page as schema.org tells it to search engines: a person, the channels, and what is offered at which price. */
export function linkedData(page: ShownPage, url: string, baseUrl: string): string {
  const picture = pictureOf(page, baseUrl);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateModified: page.lastModified,
    ...(page.publishedAt !== null && { dateCreated: page.publishedAt }),
    mainEntity: {
      '@type': 'Person',
      identifier: page.publicId,
      name: page.displayName,
      url,
      ...(page.bio !== '' && { description: page.bio }),
      ...(picture !== null && { image: baseUrl + picture }),
      sameAs: page.channels.flatMap(({ canonicalUrl }) => outward(canonicalUrl) ?? []),
      knowsAbout: page.topics,
      knowsLanguage: page.languages,
      makesOffer: page.services.map((service) => ({
        '@type': 'Offer',
        identifier: String(service.serviceListingId),
        name: service.title,
        price: decimalOf(service.basePrice),
        priceCurrency: service.basePrice.currency,
        availability: 'https://schema.org/InStock',
        url: `${url}#service-${service.serviceListingId}`,
      })),
    },
  };
  return withoutMarkup(JSON.stringify(data));
}

/** JSON inside an HTML element: nothing in it can end the element, or be read as markup. */
export const withoutMarkup = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
