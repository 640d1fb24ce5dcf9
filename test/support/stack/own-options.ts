export interface OwnStackOptions {
  /** Settings of the edge functions; RATE_LIMIT_SCALE is 1000 by default. */
  vars?: Record<string, string>;
  /** The directory of the built edge functions; dist/ by default. */
  bundle?: string;
  /** The initial offset from the machine's clock; 0 by default. */
  clockStartsMs?: number;
  /** True: each request is also logged with its path, as for `npm start`. */
  hasRequestLines?: boolean;
  /** True: no other file has used the stack, so that the ids of rows begin with 1. */
  isNew?: boolean;
  /** True: no other file uses the stack afterwards, because its edge functions remember what no reset ends. */
  isLast?: boolean;
  /** True: each edge function has a process of its own, as for `npm start`. Otherwise one Worker runs all of them. */
  hasProcesses?: boolean;
}

/** Whether a stack that another test file has used can be reset for these options. */
export const isForUsedStack = ({
  vars = {},
  bundle,
  clockStartsMs = 0,
  hasProcesses = false,
  isNew = false,
}: OwnStackOptions): boolean =>
  bundle === undefined &&
  clockStartsMs === 0 &&
  !hasProcesses &&
  !isNew &&
  !Object.keys(vars).some((name) => ofServices.has(name));

/** Settings that a service of the stack has from its start, or that place it elsewhere. */
const ofServices: ReadonlySet<string> = new Set([
  'CREDIT_PRICE_RAW',
  'DATABASE_URL',
  'DNS_RESOLVER_URL',
  'MAIL_URL',
  'NEON_FETCH_ENDPOINT',
  'NEON_PROTOCOL',
  'REDIS_URL',
  'UPSTASH_REDIS_REST_URL',
  'VIRUS_SCAN_URL',
  'YOUTUBE_API_KEY',
]);

/** Whether the next file may use the stack: after real rate limits, its edge functions remember whom they refused. */
export const leavesUsableStack = (options: OwnStackOptions): boolean =>
  isForUsedStack(options) && !options.isLast && options.vars?.RATE_LIMIT_SCALE !== '1';
