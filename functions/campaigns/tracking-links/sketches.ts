import type { dueSketches, ReadSketch } from '../../../db/campaigns/clicks.ts';
import { log } from '../../log.ts';
import { openKeyValue } from '../../platform/key-value.ts';
import type { JobSettings } from '../../settings/index.ts';

/** The sketch of a link's visitors in Redis: a HyperLogLog. Its name has the code, because a restored database may give an id again. */
const nameOf = (code: string) => `clicks:${code}`;

/** Redis deletes a sketch after this time without clicks; the database still has it. */
const keptSeconds = 7 * 86_400;
const timeoutMs = 3_000;

/** An address adds so many visitors to the sketch of a link in this time, whatever user agents it claims to have. */
const maxOfNetwork = 20;
const networkWindowMs = 3_600_000;

/**
 * Adds each visitor to the sketch, unless its address has added the maximum of others within an hour. The visitors of an address are a sorted set by the
 * times of their first clicks. To run it again with the same visits changes nothing.
 */
const addToSketch = `for n = 2, #KEYS do
  local visitor, at = ARGV[2 * n - 2], tonumber(ARGV[2 * n - 1])
  local isAdded = true
  if KEYS[n] ~= KEYS[1] then
    redis.call('ZREMRANGEBYSCORE', KEYS[n], '-inf', at - ${networkWindowMs})
    if not redis.call('ZSCORE', KEYS[n], visitor) then
      isAdded = redis.call('ZCARD', KEYS[n]) < ${maxOfNetwork}
      if isAdded then redis.call('ZADD', KEYS[n], at, visitor) end
      redis.call('PEXPIRE', KEYS[n], ${networkWindowMs})
    end
  end
  if isAdded then redis.call('PFADD', KEYS[1], visitor) end
end
redis.call('EXPIRE', KEYS[1], ARGV[1])`;

interface CountedVisits {
  readonly code: string;
  readonly visits: readonly {
    readonly visitor: string;
    readonly network?: string | undefined;
    readonly at: string;
  }[];
}

/** Adds the visitors of links to their sketches. False when Redis does not answer. */
export async function addVisitors(settings: JobSettings, links: readonly CountedVisits[]): Promise<boolean> {
  const added = await openKeyValue(settings, timeoutMs).insist((redis) =>
    Promise.all(
      links.map(({ code, visits }) => {
        const sketch = nameOf(code);
        const networks = visits.map(({ network }) => (network === undefined ? sketch : `${sketch}:${network}`));
        const args = visits.flatMap(({ visitor, at }) => [visitor, String(Date.parse(at))]);
        return redis.eval(addToSketch, [sketch, ...networks], [String(keptSeconds), ...args]);
      }),
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
