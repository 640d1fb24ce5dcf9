import { textOfRights } from './rights-text.ts';

/** Agreed rights, as terms of a list of facts. */
export const RightsList = ({ rights }: { readonly rights: Readonly<Record<string, unknown>> }) => (
  <>
    <dt>Further rights</dt>
    <dd class="prose" dir="auto">
      {Object.keys(rights).length === 0 ? 'none' : textOfRights(rights)}
    </dd>
  </>
);
