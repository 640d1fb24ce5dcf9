import { GetOverview } from '../../../../schema/overview/overview.ts';
import { Refusal } from '../../../../schema/shared/errors.ts';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';
import { StaffTabs } from './tabs.tsx';

export default page({
  async load(api) {
    const { data } = await api.read(GetOverview);
    if (data.waiting.staff === null) throw new Refusal('ROLE_NOT_ALLOWED');
    return data.waiting.staff;
  },
  render: ({ disputes, ownershipReviews, recordings }, view) => ({
    title: 'Staff',
    content: (
      <>
        <Heading title="Staff" />
        <StaffTabs path={view.path} />
        <dl class="figures part">
          <Count label="Open disputes" count={disputes} href="/cabinet/staff/disputes" />
          <Count label="Ownership to review" count={ownershipReviews} href="/cabinet/staff/ownership" />
          <Count label="Recordings to review" count={recordings} href="/cabinet/staff/recordings" />
        </dl>
      </>
    ),
  }),
});

const Count = ({ label, count, href }: { readonly label: string; readonly count: number; readonly href: string }) => (
  <div class="card figure-card">
    <dt>{label}</dt>
    <dd>
      <a href={href}>{count}</a>
    </dd>
  </div>
);
