import { ListCaseEvents } from '../../../../schema/placements/disputes.ts';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { page } from '../page.ts';
import { CaseEvents } from './case-timeline.tsx';

/** All events of a case, oldest first. The page of the case shows the latest ones. */
export default page({
  load: (api, { params, query: { cursor } }) =>
    api.read(ListCaseEvents, { params, query: { limit: '100', ...(cursor && { cursor }) } }),
  render({ data, nextCursor }, view) {
    const { id = '' } = view.params;
    return {
      title: `History of assignment ${id}`,
      content: (
        <>
          <Heading
            title={`History of assignment ${id}`}
            back={{ href: `/cabinet/staff/disputes/${id}`, label: `Assignment ${id}` }}
            about="All events, oldest first."
          />
          <section class="part card panel" aria-label="Events">
            <CaseEvents events={data} caseId={id} />
          </section>
          <Pager nextCursor={nextCursor} view={view} />
        </>
      ),
    };
  },
});
