import type { ExportedList } from '../../../schema/factories/factory-terms.ts';
import { maxExportedRows } from '../../../schema/factories/factory-terms.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { GuestCtx } from '../../context.ts';
import { csvFile } from '../../platform/csv-file.ts';
import { hider } from '../hiding/hide.ts';
import { type Reader, readAccounts, readPosts } from '../reads/read-factory.ts';
import type { CsvRow } from './columns.ts';
import { cellsOf, headOf } from './csv.ts';

type Ctx = Pick<GuestCtx, 'db' | 'settings' | 'now' | 'defer'>;

/** A file, and whether its reader may still have the rest of it: the link of a report can end meanwhile. */
interface ReportFile {
  readonly name: string;
  readonly isOpen?: () => Promise<boolean>;
}
type List<Read extends typeof readAccounts | typeof readPosts> = Omit<Parameters<Read>[2], 'limit' | 'cursor'>;

/** Rows of one read. */
const batch = 1_000;

/** The posts of a factory as a CSV file, without what the reader may not see. */
export const exportPosts = (
  ctx: Ctx,
  reader: Reader,
  list: List<typeof readPosts>,
  file: ReportFile,
): Promise<Response> =>
  fileOf(ctx, 'posts', reader, file, async (cursor) => {
    const { data, nextCursor } = await readPosts(ctx, reader, { ...list, isExport: true, limit: batch, cursor });
    return { data: data.map(hider(reader.hidden).post), nextCursor };
  });

/** The accounts of a factory as a CSV file, without what the reader may not see. */
export const exportAccounts = (
  ctx: Ctx,
  reader: Reader,
  list: List<typeof readAccounts>,
  file: ReportFile,
): Promise<Response> =>
  fileOf(ctx, 'accounts', reader, file, async (cursor) => {
    const { data, nextCursor } = await readAccounts(ctx, reader, { ...list, isExport: true, limit: batch, cursor });
    return { data: data.map(hider(reader.hidden).account), nextCursor };
  });

/** The file of a list. The link of a report can end while its reader gets the rows. */
function fileOf<Kind extends ExportedList>(
  ctx: Ctx,
  kind: Kind,
  { hidden }: Reader,
  { name, isOpen }: ReportFile,
  read: (cursor: number | undefined) => Promise<Page<CsvRow[Kind]>>,
): Promise<Response> {
  return csvFile({
    name,
    head: headOf(kind, hidden),
    maxRows: maxExportedRows,
    batch,
    async read(cursor) {
      if (cursor !== undefined && isOpen && !(await isOpen())) throw notFound();
      const { data, nextCursor } = await read(cursor);
      return { rows: cellsOf(kind, data, hidden), nextCursor };
    },
    onFailure: (error) => ctx.defer(Promise.reject(error)),
  });
}
