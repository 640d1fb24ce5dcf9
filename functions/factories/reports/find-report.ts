import { readReportTarget } from '../../../db/factories/report-targets.ts';
import { type HideableField, hideableFields } from '../../../schema/factories/factory-terms.ts';
import type { GuestCtx } from '../../context.ts';
import { sha256 } from '../../platform/hash.ts';

/** The report that a secret opens. */
export interface Report {
  readonly linkId: string;
  readonly factoryId: number;
  /** Name of the factory. */
  readonly name: string;
  /** Fields that the link or the factory hides. */
  readonly hidden: ReadonlySet<HideableField>;
}

/**
 * The report that a secret opens now; null if it opens none. Every secret causes the same work, and no result is cached, so a deleted link
 * stops working at once.
 */
export async function findReport(ctx: GuestCtx, secret: string): Promise<Report | null> {
  const target = await readReportTarget(ctx.db, await sha256(secret), ctx.now());
  if (target === null) return null;
  const { linkId, factoryId, name, hiddenByLink, hiddenByFactory } = target;
  const isHidden = (field: HideableField) => hiddenByLink.includes(field) || hiddenByFactory.includes(field);
  return { linkId, factoryId, name, hidden: new Set(hideableFields.filter(isHidden)) };
}
