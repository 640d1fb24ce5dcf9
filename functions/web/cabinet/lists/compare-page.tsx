import { maxCompared } from '../../../../schema/saved-lists/list-limits.ts';
import { CompareCreators, ListSavedLists } from '../../../../schema/saved-lists/saved-lists.ts';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';
import { Comparison } from './comparison.tsx';

const back = { href: '/cabinet/lists', label: 'Lists' };

export default page({
  async load(api, { query: { creators = '' } }) {
    const chosen = [...new Set(creators.split(',').filter((one) => one !== ''))];
    if (chosen.length === 0) {
      const { data } = await api.read(ListSavedLists, { query: { limit: '5' } });
      return { lists: data, compared: null, isCut: false };
    }
    const { data } = await api.read(CompareCreators, {
      query: { creators: chosen.slice(0, maxCompared).join(',') },
    });
    return { lists: [], compared: data, isCut: chosen.length > maxCompared };
  },
  render: ({ lists, compared, isCut }) => ({
    title: 'Compare creators',
    content: (
      <>
        <Heading
          title="Compare creators"
          back={back}
          about="Prices are current. All other numbers are measured. A dash means that nothing was measured."
        />
        {isCut && <p class="warning">These are the first {maxCompared} creators. More do not fit side by side.</p>}
        {compared === null ? (
          <div class="card empty-card">
            <strong>No creators are chosen.</strong>
            <p>Open a list, choose up to {maxCompared} creators, and press “Compare”.</p>
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
          <Comparison compared={compared} />
        )}
      </>
    ),
  }),
});
