import { expect, test } from 'vitest';
import type { RequestCtx } from '../../../functions/context.ts';
import type { CacheKey, Version } from '../../../functions/edge/cache-key.ts';
import { EdgeCache } from '../../../functions/edge/edge-cache.ts';
import { GuestLimit } from '../../../functions/edge/guest-limit.ts';
import { jobContextOf } from '../../support/stack/jobs.ts';

const question: CacheKey = {
  ...{ key: 'a', scope: 'static', contentType: 'text/plain', isOpen: true, headers: {}, isShared: false },
};
const version = (body: string): Version => ({ generations: '', etag: `"${body}"`, body });

const nowhere = 'postgres://nobody@localhost/none';

/** A request at this time, without a database. */
const requestAt = (ms: number): RequestCtx => ({
  ...jobContextOf({ databaseUrls: { guest: '', auth: '', api: '', jobs: nowhere }, neonUrl: 'http://localhost' })(),
  requestId: 'r',
  answerHeaders: {},
  now: () => new Date(ms),
  defer: () => undefined,
  isHead: false,
  nudge: () => undefined,
});

test('a request uses the answer of a read that began less than one second earlier, and of no older one', async () => {
  const edge = new EdgeCache(async () => '', new GuestLimit('guest'));
  const reads: string[] = [];
  let end = (_: Version) => {};
  const read = (name: string, answer: Promise<Version>) => () => {
    reads.push(name);
    return answer;
  };
  const slow = new Promise<Version>((resolve) => {
    end = resolve;
  });
  const answers = [
    edge.read(requestAt(10_000), question, read('first', slow)),
    edge.read(requestAt(10_999), question, read('beside', Promise.resolve(version('new')))),
    // The first read can have missed a revocation in between.
    edge.read(requestAt(11_000), question, read('later', Promise.resolve(version('new')))),
  ];
  end(version('old'));
  const bodies = (await Promise.all(answers)).map(({ body }) => new TextDecoder().decode(body));
  expect({ bodies, reads }).toEqual({ bodies: ['old', 'old', 'new'], reads: ['first', 'later'] });
});
