/**
 * A form with `data-live` shows its answer at once: whenever a field changes, the elements whose ids begin with that name are replaced by those of
 * the page that the form leads to.
 */
export function keepLive(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-live]')) {
    let latest = 0;
    form.addEventListener('input', async () => {
      const own = ++latest;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (own !== latest) return;
      const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      const answer = await fetch(`${form.action}?${query}`);
      if (!answer.ok || own !== latest) return;
      // A form of the page that is refused shows what was chosen here.
      history.replaceState(history.state, '', answer.url);
      replace(new DOMParser().parseFromString(await answer.text(), 'text/html'), form.dataset.live ?? '');
    });
    form.classList.add('is-live');
  }
}

const pauseMs = 150;

function replace(page: Document, name: string): void {
  for (const element of document.querySelectorAll(`[id^="${name}"]`)) {
    const other = page.getElementById(element.id);
    if (other !== null) element.replaceChildren(...other.childNodes);
  }
}
