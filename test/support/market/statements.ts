import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client, Reply } from '../client.ts';
import type { assignmentsOf, Work } from './assignments.ts';
import { aFile, announced, putFile } from './files.ts';
import { created } from './market.ts';

/** An event of the history of an assignment. */
export interface HistoryEvent {
  readonly seq: number;
  readonly kind: string;
  readonly actor: string;
  readonly data: { readonly text?: string; readonly uploadIds?: readonly string[] };
  readonly files: readonly Readonly<Record<string, unknown>>[];
}

export const statementPicture = aFile['image/png']();

/** Statements of the parties of a dispute, and their files. */
export function statementsOf({
  must,
  pathOf,
  staff,
}: Pick<ReturnType<typeof assignmentsOf>, 'must' | 'pathOf' | 'staff'>) {
  const announce = (work: Work, api: Client, changes: object = {}): Promise<Reply> =>
    api.post(`${pathOf(work)}/uploads`, announced(statementPicture, 'image/png', changes));
  const complete = (work: Work, api: Client, uploadId: string): Promise<Reply> =>
    api.post(`${pathOf(work)}/uploads/${uploadId}/complete`, {});
  /** Announces and sends a file without completing it. */
  async function sent(work: Work, api: Client, changes: object = {}): Promise<string> {
    const upload = created(await announce(work, api, changes)).body.data;
    expect((await putFile(upload, statementPicture)).status).toBe(200);
    return upload.uploadId;
  }
  /** The events, which have no gap. */
  async function eventsOf(work: Work, api: Client): Promise<HistoryEvent[]> {
    const events: HistoryEvent[] = (await api.get(`${pathOf(work)}/events?limit=100`)).body.data;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    return events;
  }
  return {
    announce,
    complete,
    sent,
    eventsOf,
    say: (work: Work, api: Client, body: object, key: string = randomUUID()): Promise<Reply> =>
      api.post(`${pathOf(work)}/statements`, body, { key }),
    async verified(work: Work, api: Client, changes: object = {}): Promise<string> {
      const uploadId = await sent(work, api, changes);
      await must(complete(work, api, uploadId));
      return uploadId;
    },
    download: (work: Work, api: Client, uploadId: string): Promise<Reply> =>
      api.get(`${pathOf(work)}/uploads/${uploadId}/download`),
    caseOf: async ({ id }: Work) => (await (await staff()).twin.get(`/staff/assignments/${id}`)).body.data,
    resolve: async ({ id }: Work, outcome = 'REFUND'): Promise<Reply> =>
      (await staff()).twin.post(`/staff/assignments/${id}/resolve`, { outcome, note: 'Seen and decided.' }),
    /** Each statement: its party and its text. */
    async recorded(work: Work): Promise<string[]> {
      const events = await eventsOf(work, work.creator.api);
      return events
        .filter(({ kind }) => kind === 'assignment.statement_added')
        .map(({ actor, data }) => `${actor} ${data.text}`);
    },
  };
}
