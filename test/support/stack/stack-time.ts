import { controlOf } from './control.ts';
import type { StackAddresses } from './stack.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The time of a stack of the file's own, which its tests move from instant to instant. */
export function timeOf({ controlUrl }: Pick<StackAddresses, 'controlUrl'>) {
  const control = controlOf(controlUrl);
  const later = async (ms: number): Promise<Date> => new Date((await control.now()).getTime() + ms);
  return {
    /** It is so many minutes before that instant, or just then. */
    comes: (instant: string, minutesBefore = 0) =>
      control.moveClock(new Date(Date.parse(instant) - minutesBefore * minuteMs)),
    /** What an order item says of its dates, as seen from the stack's time. */
    async itemDates() {
      const [expectedAt, dueAt] = [await later(20 * dayMs), await later(30 * dayMs)].map((at) => at.toISOString());
      return { dueAt, results: [{ expectedAt }] };
    },
    later,
    /** It is noon of the next day: no test runs into the end of a day. */
    async nextNoon(): Promise<Date> {
      const noon = await later(dayMs);
      noon.setUTCHours(12, 0, 0, 0);
      await control.moveClock(noon);
      return noon;
    },
  };
}
