import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { portfolioLimits } from '../../schema/creators/creators.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import { array, type Db } from '../client.ts';
import { build, changesOne, countChanged, guard, insertSelect, json, jsonList, type TypeOf } from '../query.ts';
import type { NewPicture } from '../social-accounts/avatars.ts';
import { creators } from '../tables/creators.ts';
import { portfolioPictures } from '../tables/portfolio.ts';
import { avatars } from '../tables/social-accounts.ts';
import { stayVerified } from '../uploads/evidence.ts';

const { id, creatorId, uploadId, position } = portfolioPictures;

const pictureJson = json({
  id,
  position,
  caption: portfolioPictures.caption,
  width: portfolioPictures.width,
  height: portfolioPictures.height,
  /** The public address, which only works while the page is public. */
  url: portfolioPictures.url,
});

/** A picture of a portfolio, as JSON. */
export type PortfolioRecord = TypeOf<typeof pictureJson>;

/** The pictures of a creator by their positions: a field of the facts. */
export const portfolioOf = (of: number): SQL<readonly PortfolioRecord[]> =>
  jsonList(pictureJson, sql`from ${portfolioPictures} where ${creatorId} = ${of}`, sql`${position}`);

/** Whether the upload has become a picture that the portfolio still has: a field of the facts. */
export const isInPortfolio = (upload: string): SQL<boolean> =>
  sql`exists (select from ${portfolioPictures} where ${uploadId} = ${upload})`;

/** A stored picture that a portfolio gets. */
export interface NewPortfolioPicture {
  readonly creatorId: number;
  readonly uploadId: string;
  readonly picture: NewPicture;
  readonly shown: PortfolioRecord;
}

/** Adds the picture after those that were read. VERSION_CONFLICT when their number has changed, or when the upload is not VERIFIED any more. */
export const addPicture = (added: NewPortfolioPicture, at: Date): readonly SQLWrapper[] => [
  stayVerified([added.uploadId]),
  hold(added.creatorId),
  build.insert(avatars).values({ ...added.picture, portfolioCreatorId: added.creatorId, storedAt: at }),
  changesOne(
    sql`${insertSelect(
      portfolioPictures,
      {
        id: added.shown.id,
        creatorId: added.creatorId,
        uploadId: added.uploadId,
        url: added.shown.url,
        caption: added.shown.caption,
        width: added.shown.width,
        height: added.shown.height,
        position: sql`count(*) + 1`,
        createdAt: at,
        updatedAt: at,
      },
      sql`from ${portfolioPictures} where ${creatorId} = ${added.creatorId}
        having count(*) = ${added.shown.position - 1} and count(*) < ${portfolioLimits.pictures}`,
    )} on conflict (upload_id) do nothing`,
  ),
  refreshCatalog(added.creatorId, at),
];

export interface NewOrder {
  readonly pictureIds: readonly string[];
  readonly expectedPictureIds: readonly string[] | undefined;
}

const isInOrder = (of: number, ids: readonly string[]): SQL<boolean> =>
  sql`array(select ${id} from ${portfolioPictures} where ${creatorId} = ${of} order by ${position}) = ${array(ids)}::uuid[]`;

export const describePicture = (of: number, picture: string, caption: string | null, at: Date): SQLWrapper[] => [
  hold(of),
  changesOne(
    build
      .update(portfolioPictures)
      .set({ caption, updatedAt: at })
      .where(and(eq(id, picture), eq(creatorId, of))),
  ),
  refreshCatalog(of, at),
];

/** Gives the pictures these positions. VERSION_CONFLICT unless they are exactly the pictures of the creator, in the expected order if there is one. */
export const orderPictures = (
  of: number,
  { pictureIds: ids, expectedPictureIds }: NewOrder,
  at: Date,
): SQLWrapper[] => [
  hold(of),
  ...(expectedPictureIds === undefined ? [] : [guard(isInOrder(of, expectedPictureIds), 'VERSION_CONFLICT')]),
  guard(
    sql`array(select ${id} from ${portfolioPictures} where ${creatorId} = ${of} order by ${id})
      = array(select wanted from unnest(${array(ids)}::uuid[]) wanted order by wanted)`,
    'VERSION_CONFLICT',
  ),
  build
    .update(portfolioPictures)
    .set({ position: sql`wanted.n`, updatedAt: at })
    .from(sql`unnest(${array(ids)}::uuid[]) with ordinality as wanted(id, n)`)
    .where(and(eq(creatorId, of), sql`${id} = wanted.id and ${position} <> wanted.n`)),
  refreshCatalog(of, at),
];

/** Removes a picture, whose file a job deletes. VERSION_CONFLICT when it was moved or removed since it was read. */
export const removePicture = (
  of: number,
  { id: picture, position: place }: Pick<PortfolioRecord, 'id' | 'position'>,
  at: Date,
): SQLWrapper[] => [
  hold(of),
  changesOne(build.delete(portfolioPictures).where(and(eq(id, picture), eq(creatorId, of), eq(position, place)))),
  build
    .update(portfolioPictures)
    .set({ position: sql`${position} - 1` })
    .where(and(eq(creatorId, of), gt(position, place))),
  refreshCatalog(of, at),
];

/** Removes all pictures of a creator, and returns their number. */
export const deletePortfolioOf = (db: Db, of: number): Promise<number> =>
  countChanged(db, build.delete(portfolioPictures).where(sql`${creatorId} = (${hold(of)})`));

/** Two changes of one portfolio wait for each other. */
const hold = (of: number): SQL =>
  sql`select ${creators.userId} from ${creators} where ${creators.userId} = ${of} for no key update`;
