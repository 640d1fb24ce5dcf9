import type { Example } from './example.ts';

const uploadId = '0198f1d4-52c1-7e0b-9a64-3b1f8d7c2e97';
const file = {
  fileName: 'stream.jpg',
  contentType: 'image/jpeg',
  size: 318_204,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
const pictures = 'https://castline.example/avatars';
const first = {
  id: '0198f1d4-7c10-7b5e-8f21-6a0d9c1e6f3b',
  position: 1,
  caption: 'Behind the scenes of a charity stream',
  width: 1_600,
  height: 1_200,
  url: `${pictures}/0198f1d4-7c10-7b5e-8f21-6a0d9c1e6f3b`,
};
const second = {
  id: '0198f1d4-9e42-7d08-b7c3-2f0e8a6b5d43',
  position: 2,
  caption: null,
  width: 1_080,
  height: 1_350,
  url: `${pictures}/0198f1d4-9e42-7d08-b7c3-2f0e8a6b5d43`,
};

/** The pictures of the creator of the examples. */
export const portfolio = [first, second];

const all = { success: 'The pictures of the portfolio, in their order.', answer: { data: portfolio } };

export const portfolioExamples: Readonly<Record<string, Example>> = {
  GetPortfolio: all,
  CreatePortfolioUpload: {
    body: file,
    answer: {
      data: {
        uploadId,
        status: 'PENDING',
        method: 'PUT',
        url: 'https://0a1b2c3d4e5f.r2.cloudflarestorage.com/castline-files-production/incoming/5a0d9c1e-6f3b-4a57-8a3e-0d4f6b2c7e18?X-Amz-Expires=300&X-Amz-Signature=…',
        headers: { 'Content-Type': file.contentType, 'Content-Length': String(file.size) },
        expiresAt: '2026-11-20T09:35:00.000Z',
      },
    },
  },
  CompletePortfolioUpload: { answer: { data: { uploadId, status: 'VERIFIED' } } },
  AddPortfolioPicture: {
    body: { uploadId, caption: first.caption },
    answer: { data: first },
  },
  DescribePortfolioPicture: {
    body: { caption: 'A charity stream for an animal shelter' },
    answer: { data: { ...first, caption: 'A charity stream for an animal shelter' } },
  },
  ReorderPortfolio: {
    ...all,
    body: { pictureIds: [second.id, first.id] },
    answer: {
      data: [
        { ...second, position: 1 },
        { ...first, position: 2 },
      ],
    },
  },
  RemovePortfolioPicture: {
    success: 'The pictures that remain, in their order.',
    answer: { data: [{ ...second, position: 1 }] },
  },
  RemoveCreatorPicture: {
    success: 'The pictures that remain, in their order.',
    body: { reason: 'The picture belongs to another creator' },
    answer: { data: [{ ...second, position: 1 }] },
  },
};
