import { list } from '../../ui/forms/field-kinds.ts';
import { initialsOf, languageName } from '../../ui/names.ts';

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

/**
 * Inside `data-shown-in`, what is typed is shown at once in the element with that id: each of its elements with `data-shows` shows the field with that
 * name. Nothing is sent.
 */
export function showTyped(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-shown-in]')) {
    const shown =
      document.getElementById(box.dataset.shownIn ?? '')?.querySelectorAll<HTMLElement>('[data-shows]') ?? [];
    const show = () => {
      for (const element of shown) {
        const field = box.querySelector(`[name="${element.dataset.shows}"]`);
        if (isField(field)) showIn(element, field);
      }
    };
    box.addEventListener('input', show);
    // A browser, or a form that was refused, may already have other texts than the ones that are saved.
    show();
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element | null): element is Field => element?.matches('input, textarea, select') === true;

function showIn(element: HTMLElement, field: Field): void {
  const text = field.value.trim();
  const values = list([text]);
  if (element.dataset.as === 'initials') element.textContent = initialsOf(text);
  else if (element.dataset.as === 'languages')
    element.textContent = values.map((tag) => ` · ${languageName(tag)}`).join('');
  else if (element.dataset.as === 'tags') element.replaceChildren(...values.map(tagOf));
  else if (field instanceof HTMLSelectElement && text !== '')
    element.textContent = field.selectedOptions[0]?.text ?? '';
  else element.textContent = text || (element.dataset.empty ?? '');
  element.hidden = text === '' && element.dataset.empty === undefined && element.dataset.as !== 'initials';
}

function tagOf(topic: string): HTMLElement {
  const tag = document.createElement('a');
  tag.className = 'tag';
  tag.dir = 'auto';
  tag.href = `/creators?${new URLSearchParams({ topic })}`;
  tag.textContent = topic;
  const item = document.createElement('li');
  item.append(tag);
  return item;
}

const pauseMs = 150;

function replace(page: Document, name: string): void {
  for (const element of document.querySelectorAll(`[id^="${name}"]`)) {
    const other = page.getElementById(element.id);
    if (other !== null) element.replaceChildren(...other.childNodes);
  }
}
