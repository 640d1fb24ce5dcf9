export interface Queue {
  sendBatch(messages: { body: unknown }[], options?: { delaySeconds: number }): Promise<unknown>;
}

/** JOBS is of our own work; PLATFORMS of what asks platforms; MESSAGES of calls of endpoints; MAILS of mails. */
export const queueNames = ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS'] as const;
export type QueueName = (typeof queueNames)[number];

/** The part of an R2 bucket's binding that reads. */
export interface PictureBucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

/** The bindings of an edge function besides its settings. scripts/deploy/functions.ts says which function has which. */
export interface Bindings extends Record<string, unknown>, Readonly<Partial<Record<QueueName, Queue>>> {
  readonly ASSETS?: { fetch(request: Request): Promise<Response> };
  readonly PICTURES?: PictureBucket;
  /** Which deployment this is. */
  readonly VERSION?: { readonly id: string };
}
