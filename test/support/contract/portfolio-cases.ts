import { portfolioLimits } from '../../../schema/creators/creators.ts';
import type { Reply } from '../client.ts';
import { announced } from '../market/files.ts';
import { addedPicture, aPicture, idsOf, insertPictures, sendPicture, verifiedPicture } from '../market/portfolios.ts';
import type { OperationCase, World } from './operation-case.ts';
import { closeUploads } from './ownership-cases.ts';
import type { Person } from './people.ts';
import { merged, refusedFor } from './prepared.ts';

/**
 * The walk uploads and adds more pictures than an owner may have. The pictures of the latest requests stay, because their replays need
 * them.
 */
async function makeRoom({ market: { pool } }: World, person: Person): Promise<void> {
  const kept = portfolioLimits.pictures / 2;
  const { rows } = await pool.query('select count(*)::int from portfolio_pictures where creator_id = $1', [person.id]);
  if (rows[0].count < portfolioLimits.pictures) return;
  await pool.query('delete from portfolio_pictures where creator_id = $1 and position <= $2', [person.id, kept]);
  await pool.query('update portfolio_pictures set position = position - $2 where creator_id = $1', [person.id, kept]);
}

async function aPictureOf(world: World, person: Person) {
  await closeUploads(world, person);
  await makeRoom(world, person);
  const { id } = await addedPicture(person.api, 'A stage');
  return { params: { pictureId: id } };
}

/** Each answer may sign new addresses. */
const withoutAddress = ({ data: { url: _, ...picture } }: Reply['body']) => picture;
const withoutAddresses = ({ data }: Reply['body']) => data.map(({ url: _, ...picture }: Reply['body']) => picture);

export const portfolioCases: Readonly<Record<string, OperationCase>> = {
  CreatePortfolioUpload: {
    async ready(world, person) {
      await closeUploads(world, person);
      await makeRoom(world, person);
      return { body: announced(aPicture(), 'image/png') };
    },
    otherwise: (requested) => merged(requested, { fileName: 'another.png' }),
    saved: ({ data }) => data.uploadId,
    mistaken: refusedFor('INVALID_PROOF', (requested) => merged(requested, { contentType: 'application/pdf' })),
  },
  CompletePortfolioUpload: {
    async ready(world, person) {
      await closeUploads(world, person);
      await makeRoom(world, person);
      return { params: { uploadId: await sendPicture(person.api) } };
    },
  },
  AddPortfolioPicture: {
    async ready(world, person) {
      await closeUploads(world, person);
      await makeRoom(world, person);
      return { body: { uploadId: await verifiedPicture(person.api), caption: 'A stage' } };
    },
    otherwise: (requested) => merged(requested, { caption: 'Another one.' }),
    saved: withoutAddress,
    mistaken: refusedFor('RESOURCE_NOT_FOUND', (requested) =>
      merged(requested, { uploadId: '7b0f3c5e-0d0c-4c39-9f3a-2f1b8f0f6c11' }),
    ),
  },
  DescribePortfolioPicture: {
    ready: async (world, person) => ({ ...(await aPictureOf(world, person)), body: { caption: 'A studio' } }),
    otherwise: (requested) => merged(requested, { caption: 'Another one.' }),
    saved: withoutAddress,
  },
  ReorderPortfolio: {
    async ready(world, person) {
      await aPictureOf(world, person);
      return { body: { pictureIds: (await idsOf(person.api)).toReversed() } };
    },
    otherwise: (requested) => merged(requested, { pictureIds: [] }),
    saved: withoutAddresses,
    mistaken: refusedFor('VALIDATION_FAILED', (requested) => merged(requested, { pictureIds: [] })),
  },
  RemovePortfolioPicture: { ready: aPictureOf, saved: withoutAddresses },
  RemoveCreatorPicture: {
    async ready({ market }) {
      const { id: creatorId } = await market.aCreator();
      const [pictureId = ''] = await insertPictures(market, creatorId, ['A stage', null]);
      return { params: { userId: String(creatorId), pictureId }, body: { reason: 'It belongs to another creator' } };
    },
    otherwise: (requested) => merged(requested, { reason: 'It is offensive' }),
    saved: withoutAddresses,
    mistaken: refusedFor('VALIDATION_FAILED', (requested) => merged(requested, { reason: ' ' })),
  },
};
