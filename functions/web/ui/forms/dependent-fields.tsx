import type { Child } from 'hono/jsx';
import type { DecidingChoice } from './deciding-choices.ts';

/** The choices and the fields that depend on them. */
export const Depending = ({ children }: { readonly children?: Child }) => <div class="depending">{children}</div>;

/** Fields that are shown only while this choice is made; always, if the browser cannot match by it. */
export const FieldsOf = ({ choice, children }: { readonly choice: DecidingChoice; readonly children?: Child }) => (
  <div class="fields-of" data-choice={choice}>
    {children}
  </div>
);
