import { isCampaignOf } from '../../../db/campaigns/campaigns.ts';
import { type ArchivedProof, latestProofs } from '../../../db/campaigns/proofs.ts';
import { facts } from '../../../db/query.ts';
import { proofArchiveLimits } from '../../../schema/campaigns/proof-terms.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { openPeriodOf } from '../../../schema/shared/instants.ts';
import type { Ctx } from '../../context.ts';
import { sha256Hex } from '../../platform/hash.ts';
import { readStored, storedReader } from '../../uploads/index.ts';
import { hiddenFromAdvertiser } from '../posts/view.ts';
import { type ArchivedFile, archiveOf } from './archive.ts';
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
export async function downloadProofs(ctx: Ctx, { id, ...period }: DownloadProofs): Promise<Response> {
  const { userId } = ctx.actor;
  const { isOwn, proofs } = await facts(ctx.db, {
    isOwn: isCampaignOf(userId, id),
    proofs: latestProofs({ advertiserId: userId, campaignId: id }, openPeriodOf(period), proofArchiveLimits.files + 1),
  });
  if (!isOwn) throw notFound();
  refuseTooMany(proofs);
  const [first] = proofs;
  const isHidden = (proof: ArchivedProof) => hiddenFromAdvertiser(proof, ctx.settings) !== null;
  const [firstImage, index] = await Promise.all([
    first && readStored(ctx.settings, first.image),
    import('./index-csv.ts').then(({ indexOf }) => indexOf(proofs.map((proof) => viewLine(proof, isHidden(proof))))),
  ]);
  const reader = storedReader(ctx.settings);
  const images = proofs.map((proof) =>
    imageOf(ctx, proof, async () => (proof === first && firstImage) || reader.read(proof.image)),
  );
  const listed = [await fileOf('index.csv', index, ctx.now()), ...images];
  const manifest = await fileOf('manifest.json', manifestOf(listed), ctx.now());
  const { body, length } = await archiveOf([...listed, manifest], reader.end);
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="campaign-${id}-proofs.zip"`,
      'content-length': String(length),
      'cache-control': 'no-store',
    },
  });
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
      // The status was already sent: only the log can state the failure.
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
