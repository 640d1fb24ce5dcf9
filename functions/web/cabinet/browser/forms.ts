/** A form is sent once for two clicks, a problem gets the focus, and a dangerous button asks first. */
export function keepFormsSafe(): void {
  document.querySelector<HTMLElement>('[data-focus]')?.focus();
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      const button = event.submitter;
      if (form.dataset.sent !== undefined) event.preventDefault();
      form.dataset.sent = '';
      // An address keeps the fragment of a button for rows. Its target would take the focus from the problem of the next page.
      if (location.hash !== '' && !form.hasAttribute('action')) form.action = location.pathname + location.search;
      // After the browser has read the fields, because a disabled button sends no value.
      setTimeout(() => button?.setAttribute('aria-disabled', 'true'));
    });
  }
  // A page from the history of the browser can send its forms again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form')) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll('[aria-disabled]')) button.removeAttribute('aria-disabled');
    }
  });
}

/** A chosen filter shows its list at once. */
export function submitFilters(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-submits]'))
    select.addEventListener('change', () => select.form?.requestSubmit());
}
