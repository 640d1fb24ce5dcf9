import type { Example } from './example.ts';
import { assignment } from './orders.ts';

export const uploadId = '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';
const store = 'https://0a1b2c3d4e5f.r2.cloudflarestorage.com/castline-files-production';
const file = {
  fileName: 'first-cut.mp4',
  contentType: 'video/mp4',
  size: 31_457_280,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const proofExamples: Readonly<Record<string, Example>> = {
  CreateProofUpload: {
    body: { deliverableId: assignment.deliverables[0]?.id, ...file },
    answer: {
      data: {
        uploadId,
        status: 'PENDING',
        method: 'PUT',
        url: `${store}/incoming/c1f7e0a2-93d4-4b8e-a6a5-7d2f1b0e9c34?X-Amz-Expires=300&X-Amz-Signature=…`,
        headers: { 'Content-Type': file.contentType, 'Content-Length': String(file.size) },
        expiresAt: '2026-12-22T10:05:00.000Z',
      },
    },
  },
  CompleteProofUpload: { answer: { data: { uploadId, status: 'VERIFIED' } } },
  DownloadProof: {
    answer: {
      data: {
        url: `${store}/stored/${uploadId}/2b8d4f6a-0c1e-4a37-b5d9-8e6f7a1c3d52?X-Amz-Expires=60&X-Amz-Signature=…`,
        expiresAt: '2026-12-22T10:31:00.000Z',
      },
    },
  },
};
