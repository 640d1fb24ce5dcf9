/** The text that a creator consents to. A change of its meaning is a new version. */
export const sharingTexts = {
  '2026-11':
    'Castline may show others the metrics that I have allowed it to read at the platform: those of the posts that I deliver, to the advertisers whose orders and campaigns I have accepted and in reports about these posts; the audience and the average views of my channel, to everyone in the public catalog. I can withdraw this at any time: within a second nobody else sees them.',
  '2026-12':
    'Castline reads metrics at the platform with my permission. It may show (1) the metrics of the posts that I deliver to the advertisers whose orders and campaigns I accept, and in reports about these posts; (2) the audience, the average views and the engagement rate of my channel to everyone. I can withdraw this consent at any time. Castline then hides the metrics from others within a second.',
} as const;

export type SharingVersion = keyof typeof sharingTexts;
export const sharingVersion: SharingVersion = '2026-12';

/** The first version that includes the engagement rate of the channel. The names of versions are in the order of their dates. */
export const firstVersionWithEr: SharingVersion = '2026-12';
