import { expect, test } from 'vitest';
import type { Accepted } from '../../support/corpus/bytes.ts';
import { checked } from '../../support/corpus/checked.ts';
import { films } from '../../support/corpus/films.ts';
import { papers } from '../../support/corpus/papers.ts';
import { pictures } from '../../support/corpus/pictures.ts';
import { changedPhoto, refusedFiles } from '../../support/corpus/refused.ts';
import { sha256Of } from '../../support/market/files.ts';
import { aPhoto } from '../../support/market/photos.ts';

/** The lengths of the chunks in which a file arrives. */
const chunkingsOf = ({ length }: Buffer) => (length < 10_000 ? [1, 7, 50, 100_000] : [997, 100_000]);

const accepted: readonly Accepted[] = [...pictures, ...films, ...papers];

test.each(accepted)('$name is accepted as $type', async ({ type, bytes, served = bytes, container = type }) => {
  for (const chunkBytes of chunkingsOf(bytes)) {
    const verdict = await checked(bytes, type, chunkBytes);
    expect(verdict.reason, `${chunkBytes}`).toBeNull();
    expect(verdict.contentType, `${chunkBytes}`).toBe(container);
    expect(verdict.served?.equals(served), `${chunkBytes}: ${verdict.served?.length} of ${served.length}`).toBe(true);
  }
});

test.each(refusedFiles)('$name is refused, and the reason says why', async ({ type, bytes, reason }) => {
  for (const chunkBytes of chunkingsOf(bytes)) expect((await checked(bytes, type, chunkBytes)).reason).toMatch(reason);
});

test('a file that arrives changed is refused for its hash, whatever else is wrong with it', async () => {
  const sha256 = sha256Of(aPhoto());
  const files = [changedPhoto(), aPhoto().subarray(0, -40), ...refusedFiles.slice(0, 4).map(({ bytes }) => bytes)];
  for (const bytes of files)
    expect((await checked(bytes, 'image/jpeg', 100, { sha256 })).reason).toMatch(
      /^The file that arrived is not the announced one: its length or its SHA-256 differs\. Announce the file that you send/,
    );
});

test('each fault has its own sentence', async () => {
  const reasons = await Promise.all(
    refusedFiles.map(({ type, bytes }) => checked(bytes, type).then(({ reason }) => reason)),
  );
  const causes = [
    'as announced. Announce it as',
    'HEIC',
    'as announced: nothing else',
    'no type that we know',
    'its end is missing',
    'are damaged',
    'megapixels',
    'too many parts',
  ];
  for (const reason of reasons)
    expect(
      causes.filter((cause) => reason?.includes(cause)),
      `${reason}`,
    ).toHaveLength(1);
  for (const cause of causes)
    expect(
      reasons.some((reason) => reason?.includes(cause)),
      cause,
    ).toBe(true);
});
