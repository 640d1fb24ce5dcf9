import type { PictureBucket } from '../../../../functions/env.ts';

/** The bindings by which an edge function reaches the services of the local stack. */
export interface LocalServices {
  readonly LOCAL_CONTROL_URL: string;
  readonly LOCAL_CONTROL_TOKEN: string;
  /** The queue path of each producer: binding=path, separated by spaces. */
  readonly LOCAL_QUEUES: string;
  /** Another instance of `guest`, which stores the public pictures of the stack. */
  readonly LOCAL_PICTURES_URL?: string;
  readonly PICTURES?: PictureBucket;
}

/** Control requests of the stack to an edge function have paths below this one. */
export const commandsPath = '/.local/';

/** The bucket of public pictures, when another instance has it. */
export function picturesOf({ LOCAL_PICTURES_URL, LOCAL_CONTROL_TOKEN }: LocalServices): { PICTURES?: PictureBucket } {
  if (LOCAL_PICTURES_URL === undefined) return {};
  return {
    PICTURES: {
      async get(key) {
        const found = await fetch(`${LOCAL_PICTURES_URL}${commandsPath}picture`, {
          method: 'POST',
          headers: { authorization: LOCAL_CONTROL_TOKEN },
          body: JSON.stringify({ key }),
        });
        return found.ok ? found : null;
      },
    },
  };
}

/** The answer to a control request for a picture of this instance. */
export async function pictureOf(key: string, { PICTURES }: LocalServices): Promise<Response> {
  const found = await PICTURES?.get(key);
  return found ? new Response(await found.arrayBuffer()) : new Response(null, { status: 404 });
}

/** The producers of queues, by the names of their bindings. They send to the queues of the stack. */
export function producersOf({ LOCAL_QUEUES, LOCAL_CONTROL_URL }: LocalServices): object {
  const producer = (path: string) => ({
    async sendBatch(messages: readonly { body: unknown }[], { delaySeconds = 0 } = {}): Promise<void> {
      const sent = await fetch(LOCAL_CONTROL_URL + path, {
        method: 'POST',
        body: JSON.stringify({ bodies: messages.map(({ body }) => body), delaySeconds }),
      });
      if (!sent.ok) throw new Error(`${path} answered ${sent.status} ${await sent.text()}`);
    },
  });
  const pairs = LOCAL_QUEUES.split(' ').filter((pair) => pair !== '');
  const named = pairs.map((pair) => pair.split('='));
  return Object.fromEntries(named.map(([binding = '', path = '']) => [binding, producer(path)]));
}
