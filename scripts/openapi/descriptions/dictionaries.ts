import { dictionaries } from '../../../schema/dictionaries.ts';
import { enumerations } from '../enumerations.ts';

const named = new Map(Object.entries(enumerations).map(([name, { values }]) => [JSON.stringify(values), name]));

/** Each list is that of a named enumeration, or has words of its own. */
const lists = Object.entries(dictionaries).flatMap(([key, values]) => {
  const name = named.get(JSON.stringify(values));
  return name === undefined ? [] : [[`data.${key}`, `Every \`${name}\`. ${enumerations[name]?.description}`]];
});

export const dictionaryTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(lists),
  'ReadDictionariesAnswer.data': 'Every enumeration by its name, and the limits.',
  'data.streamingPlatforms': 'Platforms for live streams: channels on them may be added by handle alone.',
  'data.shortVideoPlatforms': 'Platforms for short videos, which count saves.',
  'data.microblogPlatforms': 'Platforms for short texts, which count bookmarks as saves.',
  'data.photoPlatforms': 'Platforms for pictures.',
  'data.countries': 'Every `CountryCode`: the countries of ISO 3166-1 that a profile may name.',
  'data.shownOwnerships': 'What guests are told of the ownership of a channel.',
  'data.availabilities': 'Values of the catalog filter `availability`.',
  'data.chosenRoles': 'Roles that a user takes for itself.',
  'data.quoteStatuses':
    'States of a quote: ACTIVE can be checked out, SUPERSEDED was replaced, EXPIRED is past its time, CONSUMED was checked out.',
  'data.videoTypes': 'Service types whose public results count towards engagement.',
  'data.controls': 'Features that staff can switch off.',
  'data.limits':
    'Bounds of requests and of time; those that are not described here are in the descriptions of the operations.',
  'limits.quoteTtlSeconds': 'Seconds for which a quote can be checked out.',
  'limits.quoteRetentionDays': 'Days after which quotes that were not used are deleted.',
  'limits.draftTtlDays': 'Days without a change after which an order that is not funded is cancelled.',
  'limits.acceptWindowHours': 'Hours within which a creator accepts funded work, before it expires.',
  'limits.approveWindowHours':
    'Hours within which an advertiser answers a submission, before it is approved by itself.',
  'limits.lateCancelHours': 'Hours after the deadline from which an advertiser may cancel work that was not handed in.',
  'limits.reminderHours': 'Hours before a deadline at which its parties are reminded.',
  'limits.uploadUrlTtlSeconds': 'Seconds for which a signed address takes a file.',
  'limits.previewTtlSeconds': 'Seconds for which the address of a preview works.',
  'limits.ownershipCodeTtlHours': 'Hours for which a code in a bio is accepted.',
  'limits.viewsIntervalHours': 'Hours between two measurements of the average views of a channel.',
  'limits.postScanIntervalHours': 'Hours between two measurements of a delivered post.',
  'limits.postTrackingDays': 'Days for which a delivered post is measured.',
  'limits.messageRetentionDays': 'Days for which webhook deliveries are listed.',
  'limits.webhookTimeoutMs': 'Milliseconds within which an endpoint answers a call.',
  'limits.webhookDisableAfterHours': 'Hours without a success after which an endpoint is disabled.',
};
