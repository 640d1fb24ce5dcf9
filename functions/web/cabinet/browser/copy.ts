/** Buttons with `data-copy` copy the text of the element with that id. */
export function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.textContent;
    button.addEventListener('click', async () => {
      const text = document.getElementById(button.dataset.copy ?? '')?.textContent ?? '';
      await navigator.clipboard.writeText(text.trim());
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = label;
      }, 2_000);
    });
  }
}
