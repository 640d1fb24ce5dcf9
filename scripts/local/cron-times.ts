/** Whether a cron expression (five fields of numbers, lists, ranges and steps) names this minute, in UTC. */
export function isDue(cron: string, at: Date): boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  if (!matches(minute, at.getUTCMinutes()) || !matches(hour, at.getUTCHours())) return false;
  if (!matches(month, at.getUTCMonth() + 1, 1)) return false;
  const isDay = matches(day, at.getUTCDate(), 1);
  const isWeekday = matches(weekday, at.getUTCDay() + 1, 1); // Cloudflare counts Sunday as 1
  // When both are restricted, either is enough, as in the original cron.
  return day === '*' || weekday === '*' ? isDay && isWeekday : isDay || isWeekday;
}

function matches(field: string, value: number, lowest = 0): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [first, last] = range === '*' ? [undefined, undefined] : range.split('-').map(Number);
    const from = first ?? lowest;
    const to = last ?? (first === undefined || part.includes('/') ? Number.POSITIVE_INFINITY : first);
    return value >= from && value <= to && (value - from) % Number(step) === 0;
  });
}
