import * as z from 'zod';
import { lazy } from '../../../../schema/shared/lazy.ts';

/**
 * The limit that an answer states as reached; null while none is. The headers state the used percent of calls and of time (Graph API, "Rate
 * Limiting"). `waitSeconds` is null when the answer does not state when requests are possible again.
 */
export function spentWindow(
  headers: Headers,
): { readonly of: 'ACCOUNT' | 'APPLICATION'; readonly waitSeconds: number | null } | null {
  const ofAccount = Object.values(parsed(headers.get('x-business-use-case-usage'), accountUsage())).flat();
  const spent = ofAccount.filter(isSpent);
  if (spent.length > 0) {
    const minutes = Math.max(...spent.map(({ estimated_time_to_regain_access: wait = 0 }) => wait));
    return { of: 'ACCOUNT', waitSeconds: minutes > 0 ? Math.ceil(minutes * 60) : null };
  }
  return isSpent(parsed(headers.get('x-app-usage'), usage())) ? { of: 'APPLICATION', waitSeconds: null } : null;
}

const percent = lazy(() => z.number().min(0).optional());
const usage = lazy(() =>
  z.object({ call_count: percent(), total_cputime: percent(), total_time: percent() }).default({}),
);
/** By the id of the account. The estimate is in minutes. */
const accountUsage = lazy(() =>
  z
    .record(
      z.string(),
      z.array(
        usage()
          .unwrap()
          .extend({ estimated_time_to_regain_access: z.number().min(0).optional() }),
      ),
    )
    .default({}),
);
type Usage = z.output<ReturnType<typeof usage>>;

const isSpent = ({ call_count: calls = 0, total_cputime: cpu = 0, total_time: time = 0 }: Usage): boolean =>
  Math.max(calls, cpu, time) >= 100;

/** A header in another form states nothing. */
function parsed<T>(header: string | null, shape: z.ZodType<T>): T {
  try {
    const found = shape.safeParse(JSON.parse(header ?? 'null') ?? undefined);
    return found.success ? found.data : shape.parse(undefined);
  } catch {
    return shape.parse(undefined);
  }
}
