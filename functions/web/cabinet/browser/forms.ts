/** A form is sent once for two clicks, a problem gets the focus, and a dangerous button asks first. */
export function keepFormsSafe(): void {
  document.querySelector<HTMLElement>('[data-focus]')?.focus();
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      const button = event.submitter;
      // A form of filters changes nothing, and one that downloads a file stays on the page.
      const isPost = form.method === 'post';
      if (isPost && (form.dataset.sent !== undefined || !mayLeave(form))) {
        event.preventDefault();
        return;
      }
      if (isPost) form.dataset.sent = '';
      // An address keeps the fragment of a button for rows. Its target would take the focus from the problem of the next page.
      if (location.hash !== '' && !form.hasAttribute('action')) form.action = location.pathname + location.search;
      // After the browser has read the fields, because a disabled button sends no value.
      if (isPost) setTimeout(() => button?.setAttribute('aria-disabled', 'true'));
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

/** The other forms of the page lose what was typed into them, unless the user keeps the page. */
const mayLeave = (sent: HTMLFormElement): boolean =>
  ![...document.forms].some((form) => form !== sent && form.method === 'post' && isUnsaved(form)) ||
  confirm('Something else that you typed on this page is not saved. Continue without it?');

/** A form that was sent and is shown again has texts that are not saved. Who closes the box of a form has given it up. */
const isUnsaved = (form: HTMLFormElement): boolean =>
  form.closest('details:not([open])') === null &&
  [...form.elements].some((field) => isTyped(field) || (form.dataset.unsaved !== undefined && hasText(field)));

const unseen = ['hidden', 'file', 'password'];

const hasText = (field: Element): boolean =>
  field instanceof HTMLTextAreaElement
    ? field.value !== ''
    : field instanceof HTMLInputElement &&
      ![...unseen, 'checkbox', 'radio', 'range'].includes(field.type) &&
      field.value !== '';

function isTyped(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || unseen.includes(field.type)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/** A chosen filter shows its list at once. */
export function submitFilters(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-submits]'))
    select.addEventListener('change', () => select.form?.requestSubmit());
}
