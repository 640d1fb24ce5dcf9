import type { ServiceInput } from '../../schema/creators/pricing.ts';
import type { Platform, ServiceType, Variant } from '../../schema/shared/enums.ts';
import type { SeededCreator } from './creators.ts';

/** A service in the price list of a channel. */
type Offered = Omit<ServiceInput, 'priceCents' | 'serviceListingId'> & { readonly priceCents: string };

interface Template {
  readonly type: ServiceType;
  readonly variant: Variant;
  readonly title: string;
  /** In hundredths of the price of a mention. */
  readonly percent: number;
}

const ugc: Template = {
  type: 'UGC',
  variant: 'DEDICATED',
  title: 'A vertical video for your own channels',
  percent: 140,
};
const templates: Readonly<Record<Platform, readonly Template[]>> = {
  TWITCH: [
    { type: 'STREAM', variant: 'MENTION', title: 'A mention in a live stream', percent: 100 },
    { type: 'STREAM', variant: 'DEDICATED', title: 'A stream about your game or product', percent: 320 },
    ugc,
  ],
  KICK: [
    { type: 'STREAM', variant: 'MENTION', title: 'A shout-out during the stream', percent: 90 },
    { type: 'STREAM', variant: 'INTEGRATION', title: 'Your product on the overlay for a whole stream', percent: 210 },
  ],
  YOUTUBE: [
    { type: 'VIDEO', variant: 'INTEGRATION', title: 'A sixty-second integration in a video', percent: 180 },
    { type: 'VIDEO', variant: 'REVIEW', title: 'An honest review', percent: 350 },
    ugc,
  ],
  TIKTOK: [
    { type: 'SHORT_VIDEO', variant: 'DEDICATED', title: 'A short video about your product', percent: 150 },
    { type: 'SHORT_VIDEO', variant: 'MENTION', title: 'A mention in a short video', percent: 95 },
    ugc,
  ],
  INSTAGRAM: [
    { type: 'STORY', variant: 'MENTION', title: 'A story with your link', percent: 60 },
    { type: 'POST', variant: 'DEDICATED', title: 'A post in the feed', percent: 160 },
  ],
  X: [{ type: 'POST', variant: 'MENTION', title: 'A post with your link', percent: 50 }],
};

const packages = [
  [{ quantity: 1, discountBps: 0 }],
  [
    { quantity: 1, discountBps: 0 },
    { quantity: 5, discountBps: 500 },
  ],
  [
    { quantity: 1, discountBps: 0 },
    { quantity: 5, discountBps: 750 },
    { quantity: 10, discountBps: 1_500 },
  ],
] as const;

const terms = [
  'Stays online for at least 12 months. You may share it on your own channels with credit.',
  'Organic use for 6 months, worldwide. Paid advertising by agreement.',
  'Use in your own channels and newsletters for one year. No resale.',
] as const;

/** The services of the creator on a channel. */
export const servicesOf = ({ price }: SeededCreator, platform: Platform, position: number): Offered[] =>
  templates[platform].slice(0, position === 0 ? 3 : 2).map(({ type, variant, title, percent }, n) => ({
    type,
    variant,
    title,
    proofModes: type === 'STREAM' ? ['PUBLIC_VOD'] : type === 'UGC' ? ['PRIVATE_FILE'] : ['PUBLIC_URL'],
    priceCents: String(price * percent),
    packageOptions: [...(packages[(price + n) % packages.length] ?? packages[0])],
    usageTerms: terms[(price + n) % terms.length] ?? terms[0],
    ...(type === 'UGC' && { proofTemplate: { allowPdf: false } }),
    published: true,
  }));

const origins: Readonly<Record<Platform, string>> = {
  TWITCH: 'https://www.twitch.tv/',
  KICK: 'https://kick.com/',
  YOUTUBE: 'https://www.youtube.com/@',
  TIKTOK: 'https://www.tiktok.com/@',
  INSTAGRAM: 'https://www.instagram.com/',
  X: 'https://x.com/',
};

export const handleOn = (platform: Platform, handle: string): string => (platform === 'X' ? `${handle}_x` : handle);
export const urlOf = (platform: Platform, handle: string): string =>
  `${origins[platform]}${handleOn(platform, handle)}`;

const countries = ['US', 'GB', 'DE', 'FR', 'ES', 'BR', 'TR', 'PL', 'IT', 'NL'] as const;

/**
 * An audience of a creator in the form of the simulator: half of it in the home country, the rest in three other countries. It varies with
 * the number.
 */
export function audienceOf({ country }: SeededCreator, number: number) {
  const others = countries.filter((other) => other !== country);
  const [first = 'US', second = 'GB', third = 'DE'] = [...others.slice(number % 6), ...others];
  const women = 0.3 + (number % 7) / 15;
  const byAge = (share: number) =>
    Object.fromEntries(Object.entries(ages).map(([age, part]) => [age, round(part * share)]));
  return {
    geo: { [country]: 0.46 + (number % 5) / 50, [first]: 0.21, [second]: 0.09, [third]: 0.05 },
    demo: { f: byAge(women), m: byAge(1 - women) },
  };
}

const ages = { '18-24': 0.34, '25-34': 0.38, '35-44': 0.18, '45-54': 0.1 } as const;
const round = (share: number) => Math.round(share * 1_000) / 1_000;
