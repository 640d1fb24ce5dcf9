/** Times are rendered in UTC. The title of each shows it in the zone of the reader. */
export function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.title = `${format.format(at)}, your time`;
  }
}
