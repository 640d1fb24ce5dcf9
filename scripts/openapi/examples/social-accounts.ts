import type { Example } from './example.ts';

export const socialAccountExamples: Readonly<Record<string, Example>> = {
  RefreshAvatar: {
    answer: {
      data: {
        id: 31,
        socialAccountId: 31,
        platform: 'YOUTUBE',
        handle: 'mayarivers',
        status: 'ACTIVE',
        isVerified: true,
        verifiedVia: 'BIO_CODE',
        statsAvailability: 'PENDING',
        avatarUrl: 'https://castline.example/avatars/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
      },
    },
  },
};
