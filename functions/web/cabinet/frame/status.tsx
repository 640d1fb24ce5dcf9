/** good: it has succeeded. bad: it has failed or ended without success. open: somebody must act. quiet: none of these. */
export type StatusTone = 'good' | 'bad' | 'open' | 'quiet';

/** A status of the API in words: CHANGES_REQUESTED is "Changes requested". */
export const Status = ({ of, tone }: { readonly of: string; readonly tone: StatusTone }) => (
  <span class={`status ${tone}`}>{inWords(of)}</span>
);

/** A value of an enumeration of the API in words. */
export function inWords(value: string): string {
  const words = value.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
