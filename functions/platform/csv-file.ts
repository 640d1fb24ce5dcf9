/** Some rows of a file, and the cursor of the next ones. */
export interface CsvBatch {
  readonly rows: readonly (readonly unknown[])[];
  readonly nextCursor: string | null;
}

export interface CsvFile {
  readonly name: string;
  /** The names of the columns. */
  readonly head: readonly string[];
  readonly maxRows: number;
  /** Rows of one read. */
  readonly batch: number;
  /** `cursor` is undefined for the first rows. */
  read(cursor: number | undefined): Promise<CsvBatch>;
  /** The log gets a failure after the status was sent. */
  onFailure(error: unknown): void;
}

/**
 * A CSV file. The first rows are read before the answer, so that a failure is still an error response. The other rows are read when the
 * caller has received those before them.
 */
export async function csvFile({ name, head, maxRows, batch, read, onFailure }: CsvFile): Promise<Response> {
  const [{ headLine, linesOf }, first] = await Promise.all([import('./csv-lines.ts'), read(undefined)]);
  const encoder = new TextEncoder();
  let next: CsvBatch | null = first;
  let count = 0;
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(encoder.encode(headLine(head))),
    async pull(stream) {
      if (next === null) return stream.close();
      const { rows, nextCursor }: CsvBatch = next;
      count += rows.length;
      stream.enqueue(encoder.encode(linesOf(rows)));
      const isLast = nextCursor === null || count + batch > maxRows;
      // The status was already sent: only the log can state a failure, and the file ends without its last chunk.
      next = isLast
        ? null
        : await read(Number(nextCursor)).catch((error) => {
            onFailure(error);
            throw error;
          });
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
