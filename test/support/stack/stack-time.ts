import { controlOf } from './control.ts';
import type { StackAddresses } from './stack.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The time of a stack of one test file, which its tests move. */
export function timeOf({ controlUrl }: Pick<StackAddresses, 'controlUrl'>) {
  const control = controlOf(controlUrl);
  const later = async (ms: number): Promise<Date> => new Date((await control.now()).getTime() + ms);
  return {
    /** Moves the clock to so many minutes before the instant, or to the instant. */
    reach: (instant: string, minutesBefore = 0) =>
      control.moveClock(new Date(Date.parse(instant) - minutesBefore * minuteMs)),
    /** The dates of an order item, relative to the stack's time. */
    async itemDates() {
      const [expectedAt, dueAt] = [await later(20 * dayMs), await later(30 * dayMs)].map((at) => at.toISOString());
      return { dueAt, results: [{ expectedAt }] };
    },
    later,
    /** Moves the clock to noon of the next day, so that no test reaches the end of a day. */
    async nextNoon(): Promise<Date> {
      const noon = await later(dayMs);
      noon.setUTCHours(12, 0, 0, 0);
      await control.moveClock(noon);
      return noon;
    },
  };
}
