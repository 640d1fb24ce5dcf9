import { GetServiceStatus } from '../../../../schema/desk/operations.ts';
import { GetOverview } from '../../../../schema/overview/overview.ts';
import { Refusal } from '../../../../schema/shared/errors.ts';
import { page } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';
import { countOfWaiting } from './status-page.tsx';

export default page({
  async load(api) {
    const [{ data }, status] = await Promise.all([api.read(GetOverview), api.read(GetServiceStatus)]);
    if (data.waiting.staff === null) throw new Refusal('ROLE_NOT_ALLOWED');
    return { ...data.waiting.staff, ...status.data };
  },
  render: ({ disputes, ownershipReviews, recordings, alarms, deadLetters }, view) => ({
    title: 'Staff',
    content: (
      <>
        <StaffHeading path={view.path} />
        <dl class="figures part">
          <Count label="Open disputes" count={disputes} href="/cabinet/staff/disputes" />
          <Count label="Ownership to review" count={ownershipReviews} href="/cabinet/staff/ownership" />
          <Count label="Recordings to review" count={recordings} href="/cabinet/staff/recordings" />
          <Count label="Alarms" count={alarms.length} href="/cabinet/staff/status" />
          <Count label="Failed jobs" count={countOfWaiting(deadLetters)} href="/cabinet/staff/status#dead-letters" />
        </dl>
      </>
    ),
  }),
});

const Count = ({
  label,
  count,
  href,
}: {
  readonly label: string;
  readonly count: number | string;
  readonly href: string;
}) => (
  <div class="card figure-card">
    <dt>{label}</dt>
    <dd>
      <a href={href}>{count}</a>
    </dd>
  </div>
);
