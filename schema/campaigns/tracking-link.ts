import * as z from 'zod';
import { id, namedId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { pasted, words } from '../shared/text.ts';
import { destinationUrlLength, linkLabelLength } from './campaign-terms.ts';

const counts = lazy(() => ({
  clicks: z
    .int()
    .nonnegative()
    .describe('Clicks of people until the end of the campaign. Bots and prefetches are not counted.'),
  uniqueClicks: z
    .int()
    .nonnegative()
    .describe(
      'Number of different visitors, an estimate within about 2 %. One address counts at most 20 an hour. The service updates the number every five minutes, and it never falls.',
    ),
}));

const named = lazy(() => ({
  id: id().describe('Id of the link.'),
  url: z
    .string()
    .describe('Address to publish. It redirects to destinationUrl from the start of the campaign, also after its end.')
    .meta({ example: 'https://castline.example/t/7Hq2ZkT9xB' }),
  label: z.string().nullable().describe('Name of the link, in the words of the advertiser.'),
}));

/** A link as the owner of its social account sees it. */
export const creatorLink = lazy(() => z.strictObject({ ...named(), ...counts() }).meta({ id: 'OfferTrackingLink' }));

export const trackingLink = lazy(() =>
  z
    .strictObject({
      ...named(),
      code: z.string().describe('Last segment of url.'),
      destinationUrl: z.string().describe('Page that the link leads to.'),
      socialAccountId: id().nullable().describe('Social account that the link was made for; null if for none.'),
      ...counts(),
      lastClickAt: instant().nullable().describe('Time of the last counted click; null before the first one.'),
      createdAt: instant(),
      blockedAt: instant().nullable().describe('When staff switched the link off; null if it is not blocked.'),
      blockReason: z
        .string()
        .nullable()
        .describe('Why staff switched the link off. Everybody who opens the link reads it. null if it is not blocked.'),
    })
    .meta({ id: 'TrackingLink' }),
);
export type TrackingLinkView = z.output<ReturnType<typeof trackingLink>>;

export const trackingLinkInput = lazy(() =>
  z.strictObject({
    destinationUrl: pasted(destinationUrlLength)
      .describe(
        'https address without user name and password, of a host name in one script, not an IP address. The service stores it normalised.',
      )
      .meta({ example: 'https://shop.example/summer?from=castline' }),
    label: words(linkLabelLength).nullish().describe('Name of the link; null or absent for none.'),
    socialAccountId: namedId()
      .nullish()
      .describe(
        'Account of a creator who takes part in the campaign: this creator sees the link in the campaign offer.',
      ),
  }),
);
export type TrackingLinkInput = z.output<ReturnType<typeof trackingLinkInput>>;
