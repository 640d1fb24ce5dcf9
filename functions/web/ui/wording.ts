import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import type { audienceSources } from '../../../schema/creators/creators.ts';
import type { ProofMode, ServiceType, Unit } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';

/** Labels for the values of the contract. */
export const typeNames: Readonly<Record<ServiceType, string>> = {
  STREAM: 'Live stream',
  VIDEO: 'Video',
  SHORT_VIDEO: 'Short video',
  POST: 'Post',
  STORY: 'Story',
  UGC: 'Content file',
};

type Variant = CatalogEntry['services'][number]['variant'];
export const variantNames: Readonly<Record<Variant, string>> = {
  MENTION: 'Mention',
  INTEGRATION: 'Integration',
  DEDICATED: 'Dedicated',
  REVIEW: 'Review',
};

export const channelTypeNames: Readonly<Record<CatalogEntry['channelType'], string>> = {
  STREAMER: 'Streamer',
  SOCIAL: 'Social creator',
};

/** Singular and plural. */
export const unitNames: Readonly<Record<Unit, readonly [one: string, several: string]>> = {
  STREAM: ['stream', 'streams'],
  VIDEO: ['video', 'videos'],
  POST: ['post', 'posts'],
  STORY: ['story', 'stories'],
  FILE: ['file', 'files'],
};

/** How the advertiser can verify the delivery. */
export const proofNames: Readonly<Record<ProofMode, string>> = {
  PUBLIC_VOD: 'Public recording of the stream',
  PUBLIC_URL: 'Link to the public post',
  PRIVATE_FILE: 'File, delivered privately',
};

export const sourceNames: Readonly<Record<(typeof audienceSources)[number], string>> = {
  PLATFORM_API: 'the statistics of the platform',
  SCREEN_RECORDING: 'a reviewed recording of the statistics',
  MANUAL: 'reviewed documents',
};

type Ownership = CatalogEntry['channels'][number]['ownership'];
export const ownershipNames: Readonly<Record<Ownership, string>> = {
  VERIFIED: 'Ownership verified',
  NONE: 'Ownership not verified',
};

const genders: Readonly<Record<string, string>> = {
  FEMALE: 'Women',
  MALE: 'Men',
  OTHER: 'Other',
  UNKNOWN: 'Not stated',
};
export const genderName = (gender: string): string => genders[gender.toUpperCase()] ?? gender;

/** A service type, alone or with a variant after a dot. */
export function formatName(format: string): string {
  const [type = '', variant] = format.split('.');
  const names: Readonly<Record<string, string>> = { ...typeNames, ...variantNames };
  return (names[type] ?? type) + (variant === undefined ? '' : `: ${(names[variant] ?? variant).toLowerCase()}`);
}

/** A message of the API, in which values of the contract have their labels. */
export const valuesInWords = (message: string): string =>
  message.replaceAll(/\b[A-Z][A-Z_]+\b/g, (value) => {
    const names: Readonly<Record<string, string>> = { ...platformNames, ...typeNames, ...variantNames, ...proofNames };
    return Object.hasOwn(names, value) ? `“${names[value]}”` : value;
  });

/** The alternative text of a picture of a portfolio. The name of its creator may be empty. */
export const pictureText = (
  { caption, position }: { readonly caption: string | null; readonly position: number },
  creator: string,
): string => caption ?? `Picture ${position} in the portfolio${creator === '' ? '' : ` of ${creator}`}`;
