import type { FormState } from '../../ui/forms/form-state.ts';

/** Why a form was refused that the page does not show again, because its object has changed. */
export const Refused = ({ of, children }: { readonly of: FormState; readonly children?: unknown }) =>
  of.refusal === null ? null : (
    <div class="notice" role="alert" tabindex={-1} data-focus>
      <p>{of.refusal.message}</p>
      {children}
    </div>
  );
