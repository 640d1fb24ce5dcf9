import * as z from 'zod';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';

/** Tracking links of a campaign. */
export const maxTrackingLinks = 200;
/** Of the address as sent and as stored. */
export const destinationUrlLength = 2_000;
export const linkLabelLength = 100;

const counts = lazy(() => ({
  clicks: z
    .int()
    .nonnegative()
    .describe('Visits of people until the end of the campaign. Those of bots and of prefetches are not counted.'),
  uniqueClicks: z
    .int()
    .nonnegative()
    .describe('Visitors, estimated within about 2 %. It is updated every five minutes, and never falls.'),
}));

const named = lazy(() => ({
  id: id().describe('Id of the link.'),
  url: z
    .string()
    .describe('Address to publish. It redirects to destinationUrl, also after the end of the campaign.')
    .meta({ example: 'https://castline.example/t/7Hq2ZkT9xB' }),
  label: z.string().nullable().describe('Name of the link, in the words of the advertiser.'),
}));

/** A link as the creator sees it whose account it was made for. */
export const creatorLink = lazy(() => z.strictObject({ ...named(), ...counts() }).meta({ id: 'OfferTrackingLink' }));

export const trackingLink = lazy(() =>
  z
    .strictObject({
      ...named(),
      code: z.string().describe('Last segment of url.'),
      destinationUrl: z.string().describe('Page that the link leads to.'),
      socialAccountId: id().nullable().describe('Social account that the link was made for; null if for none.'),
      ...counts(),
      lastClickAt: instant().nullable().describe('Time of the last counted visit; null before the first one.'),
      createdAt: instant(),
    })
    .meta({ id: 'TrackingLink' }),
);
export type TrackingLinkView = z.output<ReturnType<typeof trackingLink>>;

export const trackingLinkInput = lazy(() =>
  z.strictObject({
    destinationUrl: words(destinationUrlLength)
      .describe('https address without user name and password. The service stores it normalised.')
      .meta({ example: 'https://shop.example/summer?from=castline' }),
    label: words(linkLabelLength).nullish().describe('Name of the link; null or absent for none.'),
    socialAccountId: id()
      .nullish()
      .describe('Account of a creator who takes part in the campaign: this creator sees the link in the offer.'),
  }),
);
export type TrackingLinkInput = z.output<ReturnType<typeof trackingLinkInput>>;
