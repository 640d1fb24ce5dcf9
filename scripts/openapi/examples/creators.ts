import { catalogExamples } from './catalog.ts';
import type { Example } from './example.ts';
import { creatorPublicId } from './market.ts';

const profile = {
  publicId: creatorPublicId,
  displayName: 'Mika Plays',
  bio: 'Retro games, live, four evenings a week.',
  topics: ['gaming', 'retro'],
  languages: ['en', 'fi'],
  geo: ['FI', 'GB'],
  channelType: null,
  contacts: { email: 'mika@example.com' },
  avatarUrl: null,
  version: 3,
  createdAt: '2026-11-02T08:15:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
};

const published = {
  status: 'PUBLISHED',
  version: 4,
  publishedVersion: 4,
  previewUrl: `https://castline.example/creators/preview/${creatorPublicId}.1795084200.m1Zk0Yb3q2v5x8A7c9E1f4H6j0L2n5P8r1T4v7X0z3w`,
  publicUrl: `https://castline.example/creators/${creatorPublicId}`,
  address: { name: 'mika-plays', url: 'https://castline.example/@mika-plays' },
  publishIntent: false,
  publishedAt: '2026-11-20T09:31:00.000Z',
  waitingChanges: [],
  allowedActions: ['generate', 'submit', 'publish', 'unpublish'],
};
const page = { data: published };
const preview = Object(catalogExamples.GetCreatorPage?.answer).data;

export const creatorExamples: Readonly<Record<string, Example>> = {
  GetProfile: { answer: { data: profile } },
  UpdateProfile: {
    body: {
      expectedVersion: 2,
      displayName: profile.displayName,
      bio: profile.bio,
      topics: profile.topics,
      languages: profile.languages,
      geo: profile.geo,
      contacts: profile.contacts,
    },
    answer: { data: profile },
  },
  GetPage: { answer: { data: { ...published, preview } } },
  GeneratePage: {
    answer: { data: { ...published, version: 5, preview } },
  },
  SubmitProfile: { body: { publishAfterApproval: true }, answer: page },
  PublishPage: { body: {}, answer: page },
  GetPageVisits: {
    success: 'The visits of the period.',
    answer: {
      data: {
        ...{ from: '2026-11-17', to: '2026-11-19', visits: 41 },
        series: [
          { date: '2026-11-17', visits: 18 },
          { date: '2026-11-18', visits: 0 },
          { date: '2026-11-19', visits: 23 },
        ],
      },
    },
  },
  SetPageAddress: { body: { name: 'mika-plays' }, answer: page },
  UnpublishPage: {
    answer: {
      data: {
        ...published,
        status: 'UNPUBLISHED',
        version: 5,
        publicUrl: null,
        allowedActions: ['generate', 'submit', 'publish'],
      },
    },
  },
  SwitchControl: {
    success: 'The state of the feature.',
    body: { enabled: false },
    answer: { data: { name: 'publication', enabled: false, updatedAt: '2026-11-20T09:40:00.000Z' } },
  },
};
