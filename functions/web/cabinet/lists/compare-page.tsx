import { maxCompared } from '../../../../schema/saved-lists/list-limits.ts';
import { CompareCreators, ListSavedLists } from '../../../../schema/saved-lists/saved-lists.ts';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';
import { Comparison } from './comparison.tsx';

const back = { href: '/cabinet/lists', label: 'Lists' };

export default page({
  async load(api, { query: { creators = '' }, baseUrl }) {
    const typed = creators.split(',').map((one) => one.trim());
    const creatorsIn = (text: string) => [...idsIn(text), ...namesIn(text, baseUrl)];
    const chosen = [...new Set(typed.flatMap(creatorsIn))];
    const strange = typed.find((one) => one !== '' && creatorsIn(one).length === 0) ?? null;
    const { data, unknownNames } =
      chosen.length === 0
        ? { data: [], unknownNames: [] }
        : await api.read(CompareCreators, { query: { creators: chosen.slice(0, maxCompared).join(',') } });
    if (data.length > 0)
      return { lists: [], compared: data, unknownNames, isCut: chosen.length > maxCompared, strange };
    const lists = await api.read(ListSavedLists, { query: { limit: '5' } });
    return { lists: lists.data, compared: null, unknownNames, isCut: false, strange };
  },
  render: ({ lists, compared, unknownNames, isCut, strange }, view) => ({
    title: 'Compare creators',
    content: (
      <>
        <Heading
          title="Compare creators"
          back={back}
          about="Prices are current. A dash means that we have no value: it was not measured, or the page of the creator is not public."
        />
        {isCut && <p class="warning">These are the first {maxCompared} creators. More do not fit side by side.</p>}
        {strange !== null && (
          <p class="warning">
            This is no address of a creator’s page: <span dir="auto">{strange}</span>
          </p>
        )}
        {unknownNames.map((name) => (
          <p class="warning">
            No public page has the address <span dir="auto">/{name}</span>.
          </p>
        ))}
        {compared === null ? (
          <div class="card empty-card">
            <strong>No creators are chosen.</strong>
            <p>
              Press “Compare” on the page of a creator. Or open a list, choose up to {maxCompared} creators, and press
              “Compare” there.
            </p>
            {lists.length === 0 ? (
              <a class="button" href="/creators">
                Find creators
              </a>
            ) : (
              <ul class="rows">
                {lists.map(({ id, name }) => (
                  <li>
                    <a href={`/cabinet/lists/${id}`} dir="auto">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ) : (
          <>
            <Comparison compared={compared} />
            {compared.length < maxCompared && <AddCreator chosen={compared} path={view.path} />}
          </>
        )}
      </>
    ),
  }),
});

/** The ids in a typed text: an id itself, or the address of a page. */
const idsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

/** The name of a short address: `@name`, `/@name`, or the whole address of this site. */
function namesIn(text: string, baseUrl: string): readonly string[] {
  const address = URL.parse(text.startsWith('@') ? `/${text}` : text, baseUrl);
  const [, name] = /^\/(@[a-z0-9-]{3,30})\/?$/.exec(address?.pathname.toLowerCase() ?? '') ?? [];
  return name === undefined || address?.origin !== new URL(baseUrl).origin ? [] : [name];
}

interface AddProps {
  readonly chosen: readonly { readonly publicId: string }[];
  readonly path: string;
}

/** Adds a creator by the address of the page. The address of the comparison is its state. */
const AddCreator = ({ chosen, path }: AddProps) => (
  <section class="part" aria-labelledby="add">
    <h2 id="add">Add a creator</h2>
    <form method="get" action={path} class="filter-bar">
      {chosen.map(({ publicId }) => (
        <Hidden name="creators" value={publicId} />
      ))}
      <div class="input">
        <label for="address">Address of the creator’s page</label>
        <input id="address" name="creators" type="text" required autocomplete="off" maxlength={300} />
      </div>
      <button type="submit" class="secondary">
        Compare
      </button>
    </form>
    <p class="quiet small">
      <a href="/creators">Find creators</a>, and copy the address of a page from your browser.
    </p>
  </section>
);
