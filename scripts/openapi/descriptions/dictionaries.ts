import { dictionaries } from '../../../schema/catalog/dictionaries.ts';
import { enumerations } from '../enumerations.ts';

const named = new Map(Object.entries(enumerations).map(([name, { values }]) => [JSON.stringify(values), name]));

/** A list that equals a named enumeration takes its description from there. The table below describes the other lists. */
const lists = Object.entries(dictionaries).flatMap(([key, values]) => {
  const name = named.get(JSON.stringify(values));
  return name === undefined ? [] : [[`data.${key}`, `Every \`${name}\`. ${enumerations[name]?.description}`]];
});

export const dictionaryTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(lists),
  'ReadDictionariesAnswer.data': 'Every enumeration by its name, and the limits.',
  'data.streamingPlatforms': 'Platforms for live streams. A channel there can be added by its handle alone.',
  'data.shortVideoPlatforms': 'Platforms for short videos, which also count saves.',
  'data.microblogPlatforms': 'Platforms for short texts. Their bookmarks count as saves.',
  'data.photoPlatforms': 'Platforms for pictures. Staff can add screenshots to their posts in campaigns.',
  'data.verificationReasons': 'Reasons why a proof of an account is REFUSED.',
  'data.countries': 'Every `CountryCode`: the countries of ISO 3166-1 that a profile may name.',
  'data.shownOwnerships': 'Values of `ownership` of a channel in the public catalog.',
  'data.publishedFields': 'Values of `waitingChanges` of a page.',
  'data.availabilities': 'Values of the catalog filter `availability`.',
  'data.chosenRoles': 'Roles that users choose themselves.',
  'data.quoteStatuses':
    'States of a quote: ACTIVE can be checked out, SUPERSEDED was replaced, EXPIRED is past its time, CONSUMED was checked out.',
  'data.videoTypes': 'Service types whose public results count towards engagement.',
  'data.platformsWithoutCpm': 'Platforms whose posts a campaign cannot pay by views.',
  'data.controls': 'Features that staff can switch off.',
  'data.limits': 'Limits of requests and of time. The operations describe the limits that have no description here.',
  'limits.quoteTtlSeconds': 'Seconds for which a quote can be checked out.',
  'limits.quoteRetentionDays': 'Days after which an unused quote is deleted.',
  'limits.draftTtlDays': 'Days without a change after which an unfunded order is cancelled.',
  'limits.acceptWindowHours': 'Hours that a creator has to accept an assignment. Then it expires.',
  'limits.approveWindowHours':
    'Hours that an advertiser has to answer a submission. Then it is approved automatically.',
  'limits.lateCancelHours':
    'Hours after the deadline before the advertiser alone can cancel an assignment without a submission.',
  'limits.reminderHours': 'Hours before a deadline at which both parties get a reminder.',
  'limits.uploadUrlTtlSeconds': 'Seconds for which the signed address of an upload accepts the file.',
  'limits.previewTtlSeconds':
    'Seconds for which a signed address works: of a preview, and of the picture of a page that is not public.',
  'limits.ownershipCodeTtlHours': 'Hours for which a code in a bio is accepted.',
  'limits.viewsIntervalHours': 'Hours between two measurements of the average views of a channel.',
  'limits.postScanIntervalHours': 'Hours between two measurements of a delivered post, or of a post of a campaign.',
  'limits.postTrackingDays': 'Days for which a delivered post is measured.',
  'limits.moderationWindowHours':
    'Hours that an advertiser has to decide about a post of a campaign. Then the service decides.',
  'limits.creditPriceRaw': 'Price of one credit in millionths of USDT.',
  'limits.messageRetentionDays': 'Days for which webhook deliveries are listed.',
  'limits.webhookTimeoutMs': 'Milliseconds that an endpoint has to respond to a call.',
  'limits.webhookDisableAfterHours': 'Hours without a successful call after which an endpoint is disabled.',
};
