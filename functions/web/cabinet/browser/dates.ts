/** A changed package needs another number of dates: the script presses the button that shows them. */
export function showDatesOfPackages(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-quantity]')) {
    const button = select.parentElement?.querySelector('button');
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = true;
    select.addEventListener('change', () => button.form?.requestSubmit(button));
  }
}
