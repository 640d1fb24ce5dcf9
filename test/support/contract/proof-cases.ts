import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aFile, announced, putFile } from '../market/files.ts';
import { created } from '../market/market.ts';
import type { OperationCase, World } from './operation-case.ts';
import { closeUploads } from './ownership-cases.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';
import { work } from './work-cases.ts';

const picture = aFile['image/png']();
const path = ({ id }: { id: string }) => `/placement-assignments/${id}/uploads`;

/** A dispute of this advertiser, and the announcement of a file for a statement. */
async function inDispute(world: World, person: Person) {
  await closeUploads(world, person);
  const { id } = await work(world, person, 'ADVERTISER', 'DISPUTED');
  return { id, body: announced(picture, 'image/png') };
}

async function sent(world: World, person: Person): Promise<{ params: { id: string; uploadId: string } }> {
  const { id, body } = await inDispute(world, person);
  const upload = created(await person.api.post(path({ id }), body)).body.data;
  expect((await putFile(upload, picture)).status).toBe(200);
  return { params: { id, uploadId: upload.uploadId } };
}

/** A verified file that a result of an assignment of this or any advertiser names. */
async function proven(world: World, person: Person | null): Promise<Prepared> {
  const { id, deliverableId } = await work(world, person, 'ADVERTISER', 'ACCEPTED');
  const uploadId = randomUUID();
  const { pool } = world.market;
  await pool.query(
    `insert into private_uploads (id, owner_id, assignment_id, deliverable_id, file_name, content_type, size, sha256, status,
       incoming_key, stored_key, expires_at, created_at, updated_at)
     select $1, creator_id, id, $3, 'proof.png', 'image/png', 9, sha256('proof'), 'VERIFIED', $4, $5, now(), now(), now()
     from placement_assignments where id = $2`,
    [uploadId, id, deliverableId, `incoming/${randomUUID()}`, `stored/${uploadId}/${randomUUID()}`],
  );
  await pool.query('insert into deliverable_proofs (deliverable_id, position, upload_id) values ($1, 1, $2)', [
    deliverableId,
    uploadId,
  ]);
  return { params: { id, uploadId } };
}

export const proofCases: Readonly<Record<string, OperationCase>> = {
  CreateProofUpload: {
    async ready(world, person) {
      const { id, body } = await inDispute(world, person);
      return { params: { id }, body };
    },
    otherwise: (requested) => ({ ...requested, body: { ...Object(requested.body), fileName: 'another.png' } }),
    saved: ({ data }) => data.uploadId,
    mistaken: (requested) => ({
      ...requested,
      body: { ...Object(requested.body), contentType: 'image/gif' },
      code: 'INVALID_PROOF',
    }),
  },
  CompleteProofUpload: { ready: sent },
  DownloadProof: { ready: proven },
  DownloadCaseFile: { ready: (world) => proven(world, null) },
};
