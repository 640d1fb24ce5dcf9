import { dayOf } from './format.ts';

export const Day = ({ at }: { readonly at: string }) => <time datetime={at}>{dayOf(at)}</time>;
