/** The text that a creator consents to. A change of its meaning is a new version. */
export const sharingTexts = {
  '2026-11':
    'Castline may show the figures of my account and of its posts, which I have allowed it to read at the platform, to advertisers whose orders and campaigns I have accepted, in reports of such posts, and as the audience of my channel in the public catalog. I can withdraw this at any time: within a second nobody else sees them.',
} as const;

export type SharingVersion = keyof typeof sharingTexts;
export const sharingVersion: SharingVersion = '2026-11';
