import { expect } from 'vitest';
import { type Client, clientOf, type Reply } from '../client.ts';
import { anOffer } from '../contract/order-cases.ts';
import { assignmentsOf, type Work } from './assignments.ts';
import { announced, putFile } from './files.ts';
import { confirmationOf, created, inDays, type Market } from './market.ts';
import type { Sent } from './uploads.ts';

/** Assignments with private proof, and the actions of their creators. */
export function proofsOf(market: Market, baseUrl: string) {
  const assignments = assignmentsOf(market, baseUrl);

  async function anOfferedAssignment({ results = 1 as 1 | 5 | 10 } = {}): Promise<Work> {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const listing = await market.aListing();
    const offer = anOffer(listing.creator.publicId, {
      quantity: results,
      results: Array.from({ length: results }, () => ({ expectedAt: inDays(20), description: 'Thirty seconds.' })),
    });
    const quote = created(await advertiser.api.post('/placement-offers/quote', offer)).body.data;
    const { data } = created(await advertiser.api.post('/placement-offers', confirmationOf(quote))).body;
    const creator = { id: listing.creator.id, api: clientOf(baseUrl, await market.aKey(listing.creator.id)) };
    return { id: data.assignments[0].id, orderId: data.order.id, advertiser, creator, listing };
  }

  /** A creator at work on results that need files. */
  async function aProver(work?: Work): Promise<Prover> {
    const own = work ?? (await assignments.anAssignment({ proofModes: ['PRIVATE_FILE'] }));
    await assignments.must(assignments.act(own, own.creator.api, 'accept'));
    return proverOf(own, await idsOf(own));
  }

  const idsOf = async (work: Work): Promise<number[]> =>
    (await assignments.seenBy(work.creator.api, work)).deliverables.map(({ id }: { id: number }) => id);

  return { ...assignments, anOfferedAssignment, aProver };
}

function proverOf(work: Work, deliverableIds: readonly number[]) {
  const base = `/placement-assignments/${work.id}`;
  const path = `${base}/uploads`;
  const { api } = work.creator;
  const keyed = (key?: string) => (key === undefined ? {} : { key });
  const announce = (bytes: Uint8Array, type: string, changes: object = {}, key?: string): Promise<Reply> =>
    api.post(path, { deliverableId: deliverableIds[0], ...announced(bytes, type, changes) }, keyed(key));
  const complete = (uploadId: string, key?: string) => api.post(`${path}/${uploadId}/complete`, {}, keyed(key));
  /** Announces and sends a file without completing it. */
  async function send(bytes: Uint8Array, type: string, changes: object = {}): Promise<Sent> {
    const upload = created(await announce(bytes, type, changes)).body.data;
    expect((await putFile(upload, bytes)).status).toBe(200);
    return upload;
  }
  return {
    work,
    path,
    deliverableIds,
    announce,
    complete,
    send,
    async verified(bytes: Uint8Array, type: string, changes: object = {}): Promise<Sent> {
      const upload = await send(bytes, type, changes);
      const { uploadId } = upload;
      expect((await complete(uploadId)).body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
      return upload;
    },
    download: (by: Client, uploadId: string) => by.get(`${path}/${uploadId}/download`),
    /** Attaches these files to the result at this position, at the current version. */
    async attach(uploadIds: readonly string[], place = 0): Promise<Reply> {
      const results = (await api.get(`${base}/deliverables`)).body.data;
      const { id, version } = results[place];
      return api.put(`${base}/deliverables/${id}`, { expectedVersion: version, uploadIds });
    },
    async events(kinds = /^proof\./): Promise<RecordedEvent[]> {
      const { data } = (await api.get(`${base}/events?limit=100`)).body;
      expect(data.map(({ seq }: RecordedEvent) => seq)).toEqual(data.map((_: unknown, index: number) => index + 1));
      return data.filter(({ kind }: RecordedEvent) => kinds.test(kind));
    },
  };
}

export type Prover = ReturnType<typeof proverOf>;

export interface RecordedEvent {
  readonly seq: number;
  readonly kind: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}
