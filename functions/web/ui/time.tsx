/** A time in UTC to the minute: "12 Nov 2026, 14:05 UTC". */
export const Time = ({ at }: { readonly at: string }) => {
  const text = new Date(at).toUTCString();
  return (
    <time datetime={at}>
      {text.slice(5, 16).replace(/^0/, '')}, {text.slice(17, 22)} UTC
    </time>
  );
};
