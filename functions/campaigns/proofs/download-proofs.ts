import { isCampaignOf } from '../../../db/campaigns/campaigns.ts';
import { type ArchivedProof, latestProofs } from '../../../db/campaigns/proofs.ts';
import { facts } from '../../../db/query.ts';
import { proofArchiveLimits } from '../../../schema/campaigns/proofs.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { openPeriodOf } from '../../../schema/shared/instants.ts';
import type { Ctx } from '../../context.ts';
import { sha256Hex } from '../../platform/hash.ts';
import { storedReader } from '../../uploads/index.ts';
import { hiddenFromAdvertiser } from '../posts/view.ts';
import { type Archive, type ArchivedFile, archiveOf } from './archive.ts';
import { indexOf } from './index-csv.ts';
import { refuseTooMany } from './rules.ts';
import { viewLine } from './view.ts';

export interface DownloadProofs {
  readonly id: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * A ZIP of the latest screenshot of each post of a campaign of the caller. The first image is read before the answer, so that an unreachable
 * store is refused. Each other one is read when the caller has received the one before it.
 */
export async function downloadProofs(ctx: Ctx, { id, ...period }: DownloadProofs): Promise<Archive> {
  const { isOwn, proofs } = await facts(ctx.db, {
    isOwn: isCampaignOf(ctx.actor.userId, id),
    proofs: latestProofs(id, openPeriodOf(period), proofArchiveLimits.files + 1),
  });
  if (!isOwn) throw notFound();
  refuseTooMany(proofs);
  const reader = storedReader(ctx.settings);
  const [first] = proofs;
  const firstImage = first && (await reader.read(first.image));
  const isHidden = (proof: ArchivedProof) => hiddenFromAdvertiser(proof, ctx.settings) !== null;
  const index = await indexOf(proofs.map((proof) => viewLine(proof, isHidden(proof))));
  const images = proofs.map((proof) =>
    imageOf(ctx, proof, async () => (proof === first && firstImage) || reader.read(proof.image)),
  );
  const listed = [await fileOf('index.csv', index, ctx.now()), ...images];
  return archiveOf([...listed, await fileOf('manifest.json', manifestOf(listed), ctx.now())], reader.end);
}

const imageOf = (ctx: Ctx, { postId, takenAt, image }: ArchivedProof, read: ArchivedFile['read']): ArchivedFile => ({
  name: `proofs/${postId}.jpg`,
  at: new Date(takenAt),
  size: image.storedSize,
  sha256: image.storedSha256,
  async read() {
    try {
      return await read();
    } catch (error) {
      // The status of the answer was sent: only the log can tell the failure.
      ctx.defer(Promise.reject(error));
      throw error;
    }
  },
});

const fileOf = async (name: string, bytes: Uint8Array<ArrayBuffer>, at: Date): Promise<ArchivedFile> => ({
  name,
  at,
  size: bytes.length,
  sha256: await sha256Hex(bytes),
  read: async () => bytes,
});

const manifestOf = (files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `${JSON.stringify({ files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })) }, null, 2)}\n`,
  );
