import type { dueSketches, ReadSketch } from '../../../db/campaigns/clicks.ts';
import { log } from '../../log.ts';
import { openKeyValue } from '../../platform/key-value.ts';
import type { JobSettings } from '../../settings/index.ts';

/** The sketch of a link's visitors in Redis: a HyperLogLog. Its name has the code, because a restored database may give an id again. */
const nameOf = (code: string) => `clicks:${code}`;

/** Redis deletes a sketch after this time without clicks; the database still has it. */
const keptSeconds = 7 * 86_400;
const timeoutMs = 3_000;

/** Adds the visitors of links to their sketches. False when Redis does not answer. */
export async function addVisitors(
  settings: JobSettings,
  links: readonly { readonly code: string; readonly visitors: readonly string[] }[],
): Promise<boolean> {
  const added = await openKeyValue(settings, timeoutMs).insist((redis) =>
    Promise.all(
      links.flatMap(({ code, visitors: [first, ...others] }) => [
        redis.pfadd(nameOf(code), first, ...others),
        redis.expire(nameOf(code), keptSeconds),
      ]),
    ),
  );
  return added !== undefined;
}

/**
 * Merges the stored sketch of the database into the one of Redis, which may have lost it. Returns the number of visitors, the merged
 * sketch, and the error of a sketch that another kind of Redis has written, which is ignored. Bytes are in hexadecimal: the REST protocol
 * sends text.
 */
export const mergeSketch = `local function bytesOf(hex)
  return (hex:gsub('..', function(pair) return string.char(tonumber(pair, 16)) end))
end
local function hexOf(bytes)
  return (bytes:gsub('.', function(byte) return string.format('%02x', string.byte(byte)) end))
end
local problem = ''
if ARGV[1] ~= '' then
  redis.call('SET', KEYS[2], bytesOf(ARGV[1]), 'EX', 60)
  local merged = redis.pcall('PFMERGE', KEYS[1], KEYS[2])
  if type(merged) == 'table' and merged.err then problem = merged.err end
  redis.call('DEL', KEYS[2])
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
local sketch = redis.pcall('GET', KEYS[1])
return {redis.call('PFCOUNT', KEYS[1]), type(sketch) == 'string' and hexOf(sketch) or '', problem}`;

type DueSketch = ReturnType<ReturnType<typeof dueSketches>['decode']>;

/** The merged sketches; null when Redis does not answer. */
export async function mergeSketches(
  settings: JobSettings,
  due: readonly DueSketch[],
): Promise<readonly ReadSketch[] | null> {
  const merged = await openKeyValue(settings, timeoutMs).insist((redis) =>
    Promise.all(
      due.map(async ({ linkId, code, sketch: stored, sketchedAt: storedAt }) => {
        const keys = [nameOf(code), `${nameOf(code)}:kept`];
        const args = [stored, String(keptSeconds)];
        const [visitors, sketch, problem] = await redis.eval<string[], [number | string, string, string]>(
          mergeSketch,
          keys,
          args,
        );
        if (problem !== '') log('warn', 'sketch.ignored', { linkId, problem });
        return { linkId, storedAt, visitors: Number(visitors), sketch };
      }),
    ),
  );
  return merged ?? null;
}
