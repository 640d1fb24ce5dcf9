import type { ExportedList } from '../../../schema/factories/factory-terms.ts';
import { maxExportedRows } from '../../../schema/factories/factory-terms.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { GuestCtx } from '../../context.ts';
import { hider } from '../hiding/hide.ts';
import { type Reader, readAccounts, readPosts } from '../reads/read-factory.ts';
import type { CsvRow } from './columns.ts';

type Ctx = Pick<GuestCtx, 'db' | 'settings' | 'now' | 'defer'>;

/** A file, and whether its reader may still have the rest of it: the link of a report can end meanwhile. */
interface CsvFile {
  readonly name: string;
  readonly isOpen?: () => Promise<boolean>;
}
type List<Read extends typeof readAccounts | typeof readPosts> = Omit<Parameters<Read>[2], 'limit' | 'cursor'>;

/** Rows of one read. */
const batch = 1_000;

/** The posts of a factory as a CSV file, without what the reader may not see. */
export const exportPosts = (ctx: Ctx, reader: Reader, list: List<typeof readPosts>, file: CsvFile): Promise<Response> =>
  fileOf(ctx, 'posts', reader, file, async (cursor) => {
    const { data, nextCursor } = await readPosts(ctx, reader, { ...list, isExport: true, limit: batch, cursor });
    return { data: data.map(hider(reader.hidden).post), nextCursor };
  });

/** The accounts of a factory as a CSV file, without what the reader may not see. */
export const exportAccounts = (
  ctx: Ctx,
  reader: Reader,
  list: List<typeof readAccounts>,
  file: CsvFile,
): Promise<Response> =>
  fileOf(ctx, 'accounts', reader, file, async (cursor) => {
    const { data, nextCursor } = await readAccounts(ctx, reader, { ...list, isExport: true, limit: batch, cursor });
    return { data: data.map(hider(reader.hidden).account), nextCursor };
  });

/**
 * The file of a list. The first rows are read before the answer, so that a failure is still an error response. The other rows are read when the
 * caller has received those before them.
 */
async function fileOf<Kind extends ExportedList>(
  ctx: Ctx,
  kind: Kind,
  { hidden }: Reader,
  file: CsvFile,
  read: (cursor: number | undefined) => Promise<Page<CsvRow[Kind]>>,
): Promise<Response> {
  const [{ csvOf, csvHeadOf }, first] = await Promise.all([import('./csv.ts'), read(undefined)]);
  const encoder = new TextEncoder();
  const nextOf = async (readNext: () => Promise<Page<CsvRow[Kind]>>) => {
    if (file.isOpen && !(await file.isOpen())) throw notFound();
    return readNext();
  };
  let next: Page<CsvRow[Kind]> | null = first;
  let rows = 0;
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(encoder.encode(csvHeadOf(kind, hidden))),
    async pull(stream) {
      if (next === null) return stream.close();
      const { data, nextCursor }: Page<CsvRow[Kind]> = next;
      rows += data.length;
      stream.enqueue(encoder.encode(csvOf(kind, data, hidden)));
      const isLast = nextCursor === null || rows + batch > maxExportedRows;
      next = isLast ? null : await nextOf(() => read(Number(nextCursor))).catch((error) => failed(ctx, error));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
    },
  });
}

/** The status was already sent: only the log can state the failure, and the file ends without its last chunk. */
function failed(ctx: Ctx, error: unknown): never {
  ctx.defer(Promise.reject(error));
  throw error;
}
