import type { Example } from './example.ts';
import { proofExamples } from './proofs.ts';

const file = {
  fileName: 'tile.jpg',
  contentType: 'image/jpeg',
  size: 118_204,
  sha256: 'c0535e4be2b79ffd93291305436bf889314e4a3faec05ecffcbb7df31ad9e51a',
};
const upload = Object(proofExamples.CreateProofUpload?.answer).data;
const proof = { id: 12, takenAt: '2026-11-24T08:30:00.000Z', views: 48_200 };
const proofs = {
  data: [proof, { id: 9, takenAt: '2026-11-22T08:30:00.000Z', views: null }],
  nextCursor: null,
};
const post = {
  ...{ id: 204, campaignId: 17, campaignTitle: 'Autumn launch', advertiserId: 7, creatorId: 31, socialAccountId: 44 },
  ...{ platform: 'INSTAGRAM', handle: 'mika.plays', url: 'https://www.instagram.com/reel/C9xY2abcd/' },
  ...{ status: 'ACCEPTED', submittedAt: '2026-11-20T10:12:00.000Z', publishedAt: '2026-11-20T08:00:00.000Z' },
};
const image = { success: 'The screenshot.' };

export const campaignProofExamples: Readonly<Record<string, Example>> = {
  ListCampaignPostProofs: { answer: proofs },
  GetCampaignPostProofImage: image,
  DownloadCampaignProofs: {
    success: 'The ZIP. Content-Disposition names it `campaign-{id}-proofs.zip`, and Content-Length is its size.',
  },
  ListPostProofs: { answer: proofs },
  GetPostProofImage: image,
  ListPostsForStaff: { answer: { data: [post], nextCursor: null } },
  GetPostForStaff: { answer: { data: { ...post, proofs: proofs.data, allowedActions: ['proofs'] } } },
  CreatePostProofUpload: {
    body: file,
    answer: {
      data: { ...upload, headers: { 'Content-Type': file.contentType, 'Content-Length': String(file.size) } },
    },
  },
  CompletePostProofUpload: { answer: { data: { uploadId: upload.uploadId, status: 'VERIFIED' } } },
  AddPostProof: {
    body: { uploadId: upload.uploadId, takenAt: proof.takenAt, views: proof.views },
    answer: { data: proof },
  },
};
