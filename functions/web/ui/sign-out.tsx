export const SignOut = ({ look = 'secondary' }: { readonly look?: 'link' | 'secondary' }) => (
  <form method="post" action="/sign-out">
    <button type="submit" class={look}>
      Sign out
    </button>
  </form>
);
