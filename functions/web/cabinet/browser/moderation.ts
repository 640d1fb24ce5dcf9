/** Keys for a list of posts: j and k choose a post, a accepts it, r opens its rejection, Escape closes it. */
export function addModerationKeys(): void {
  const posts = [...document.querySelectorAll<HTMLElement>('[data-moderation] > .post-card')];
  let chosen = -1;
  const choose = (index: number) => {
    const post = posts[index];
    if (post === undefined) return;
    posts[chosen]?.classList.remove('is-chosen');
    chosen = index;
    post.classList.add('is-chosen');
    post.tabIndex = -1;
    post.focus({ preventScroll: true });
    post.scrollIntoView({ block: 'nearest' });
  };
  const formOf = (name: string) =>
    posts[chosen]?.querySelector<HTMLInputElement>(`input[name="form"][value="${name}"]`)?.form ?? null;
  const actions: Readonly<Record<string, () => void>> = {
    j: () => choose(chosen + 1),
    k: () => choose(chosen - 1),
    a: () => formOf('accept')?.requestSubmit(),
    r: () => {
      const form = formOf('reject');
      form?.closest('details')?.setAttribute('open', '');
      form?.querySelector('select')?.focus();
    },
  };
  /** The focus returns to the post, so that its keys work again. What was typed stays in the form. */
  const close = (target: EventTarget | null) => {
    const post = (target instanceof Element ? target.closest<HTMLElement>('.post-card') : null) ?? posts[chosen];
    const open = post?.querySelector('details[open]');
    if (post === undefined || !open) return;
    open.removeAttribute('open');
    choose(posts.indexOf(post));
  };
  if (posts.length === 0) return;
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(event.target);
    const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    actions[event.key]?.();
    // So that the key is not typed into the field that gets the focus.
    if (event.key in actions) event.preventDefault();
  });
}
