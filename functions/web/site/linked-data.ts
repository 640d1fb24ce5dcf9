import { decimalOf } from '../../../schema/shared/money.ts';
import { outward } from '../ui/outward.ts';
import { pictureOf, type ShownPage } from './shown-page.ts';

/** The page as schema.org data for search engines: a person, the channels, and the services with prices. */
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

/** Escapes JSON for an HTML element, so that it cannot end the element or be parsed as markup. */
export const withoutMarkup = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
