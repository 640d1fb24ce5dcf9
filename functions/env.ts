export interface Queue {
  sendBatch(messages: { body: unknown }[], options?: { delaySeconds: number }): Promise<unknown>;
}

/** JOBS runs internal work, PLATFORMS calls social platforms, MESSAGES calls webhook endpoints, MAILS sends email, CLICKS counts clicks, opened reports and visits. */
export const queueNames = ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS', 'CLICKS'] as const;
export type QueueName = (typeof queueNames)[number];

/** The read methods of an R2 bucket binding. */
export interface StoredFile {
  readonly body: ReadableStream | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface PictureBucket {
  get(key: string): Promise<StoredFile | null>;
}

/** A binding by which an edge function calls another one. */
export interface ServiceBinding {
  fetch(request: Request): Promise<Response>;
}

/** The bindings of an edge function besides its settings. scripts/deploy/functions.ts lists them per function. */
export interface Bindings extends Record<string, unknown>, Readonly<Partial<Record<QueueName, Queue>>> {
  readonly ASSETS?: { fetch(request: Request): Promise<Response> };
  readonly PICTURES?: PictureBucket;
  /** The edge function `auth`, which only `api` calls. */
  readonly AUTH?: ServiceBinding;
  /** The id of the deployment. */
  readonly VERSION?: { readonly id: string };
}
