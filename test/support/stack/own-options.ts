export interface OwnStackOptions {
  /** Settings of the edge functions; RATE_LIMIT_SCALE is 1000 by default. */
  vars?: Record<string, string>;
  /** The directory of the built edge functions; dist/ by default. */
  bundle?: string;
  /** The initial offset from the machine's clock; 0 by default. */
  clockStartsMs?: number;
  /** True: each request is also logged with its path, as for `npm start`. */
  hasRequestLines?: boolean;
  /** True: each edge function has a process of its own, as for `npm start`. Otherwise one Worker runs all of them. */
  hasProcesses?: boolean;
}

/** Whether a stack that another test file has used with the same options can be reset for these. */
export const isPlain = ({ vars = {}, bundle, clockStartsMs = 0, ...flags }: OwnStackOptions): boolean =>
  Object.keys(vars).length === 0 && bundle === undefined && clockStartsMs === 0 && !Object.values(flags).includes(true);
