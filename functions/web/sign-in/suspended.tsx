import { SuspendedSteps } from './after-form.tsx';
import { card } from './forms.tsx';
import type { Refused } from './refused.ts';

/** Instead of a page for a person who was signed in, and is suspended. */
export const renderSuspended = (text: string, asking: Pick<Refused, 'operatorContact' | 'requestId'>): string =>
  card(
    'Your account is suspended',
    <>
      <p>{text}</p>
      <SuspendedSteps {...asking} />
    </>,
  );
