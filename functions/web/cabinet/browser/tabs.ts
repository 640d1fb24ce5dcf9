/** On a narrow screen the tabs of a page scroll sideways: the current one must be in view. */
export function showCurrentTab(): void {
  const current = document.querySelector('.tabs [aria-current]');
  current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}
