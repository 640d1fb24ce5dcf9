import type { PortfolioRecord } from '../../../db/creators/portfolio.ts';
import type { UploadRecord } from '../../../db/uploads/records.ts';
import { portfolioLimits } from '../../../schema/creators/creators.ts';
import { invalid, limitReached, notFound, Refusal } from '../../../schema/shared/errors.ts';

export function refuseFull(pictures: readonly PortfolioRecord[]): void {
  if (pictures.length >= portfolioLimits.pictures)
    throw limitReached(`A portfolio has at most ${portfolioLimits.pictures} pictures. Remove one first.`);
}

/** Refuses a file that is not checked, and one that the portfolio has already. */
export function refuseUnusable({ status }: Pick<UploadRecord, 'status'>, isInPortfolio: boolean): void {
  if (isInPortfolio) throw new Refusal('INVALID_PROOF', 'This picture is in your portfolio already.');
  if (status !== 'VERIFIED')
    throw new Refusal('INVALID_PROOF', 'Only a VERIFIED picture can be added. Complete its upload first.');
}

/** The size of a picture that pages can show. */
export function shownSize(size: { readonly width: number; readonly height: number } | null): {
  readonly width: number;
  readonly height: number;
} {
  if (size === null) throw new Refusal('INVALID_PROOF', 'The picture is damaged. Upload it again.');
  const { pixelsASide, pixels, sidesRatio } = portfolioLimits;
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (long > pixelsASide || size.width * size.height > pixels || long > sidesRatio * short)
    throw new Refusal(
      'INVALID_PROOF',
      `A picture has at most ${pixelsASide} pixels a side and ${pixels / 1_000_000} megapixels, and its long side is at most ${sidesRatio} ` +
        `times the short one. This picture has ${size.width} x ${size.height} pixels.`,
    );
  return size;
}

/** The pictures in the order of the ids, which must name each picture once. */
export function inOrder(pictures: readonly PortfolioRecord[], ids: readonly string[]): PortfolioRecord[] {
  if (ids.some((id) => !pictures.some((picture) => picture.id === id))) throw notFound();
  const ordered = [...new Set(ids)].flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  if (ordered.length !== pictures.length || ids.length !== pictures.length)
    throw invalid('pictureIds', 'must be the ids of all your pictures, each once. Read your portfolio again');
  return numbered(ordered);
}

/** Refuses a caller who has read another order. */
export function refuseOtherOrder(pictures: readonly PortfolioRecord[], expected: readonly string[] | undefined): void {
  if (expected !== undefined && pictures.map(({ id }) => id).join() !== expected.join())
    throw new Refusal('VERSION_CONFLICT');
}

/** The pictures without this one. */
export const without = (pictures: readonly PortfolioRecord[], id: string): PortfolioRecord[] =>
  numbered(pictures.filter((picture) => picture.id !== id));

const numbered = (pictures: readonly PortfolioRecord[]): PortfolioRecord[] =>
  pictures.map((picture, index) => ({ ...picture, position: index + 1 }));
