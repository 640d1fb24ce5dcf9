import * as z from 'zod';
import { metricReasons } from './metric-rules.ts';

/** The reason of each counter that is null. `describe` gives the description of a counter. */
export function counterReasons(describe: (counter: string) => string) {
  const reasonFor = (counter: string) => z.enum(metricReasons).optional().describe(describe(counter));
  return z.strictObject({
    views: reasonFor('views'),
    likes: reasonFor('likes'),
    comments: reasonFor('comments'),
    saves: reasonFor('saves'),
  });
}
