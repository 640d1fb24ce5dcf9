/** Elements with `data-countdown` show how long it is until that time. */
export function showCountdowns(): void {
  const clocks = [...document.querySelectorAll<HTMLElement>('[data-countdown]')];
  if (clocks.length === 0) return;
  const show = () => {
    for (const clock of clocks) clock.textContent = leftUntil(Date.parse(clock.dataset.countdown ?? ''));
  };
  show();
  setInterval(show, 1_000);
}

function leftUntil(end: number): string {
  const seconds = Math.floor((end - Date.now()) / 1_000);
  if (Number.isNaN(seconds)) return '';
  if (seconds <= 0) return ' (expired: get a new quote)';
  return ` (${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left)`;
}
