import { Heading } from '../frame/frame.tsx';

const tabs = [
  ['/cabinet/staff/disputes', 'Disputes'],
  ['/cabinet/staff/ownership', 'Ownership'],
  ['/cabinet/staff/recordings', 'Recordings'],
  ['/cabinet/staff/posts', 'Posts'],
  ['/cabinet/staff/links', 'Links'],
  ['/cabinet/staff/factories', 'Factories'],
  ['/cabinet/staff/users', 'Users'],
  ['/cabinet/staff/controls', 'Features'],
  ['/cabinet/staff/audit', 'Audit log'],
  ['/cabinet/staff/status', 'Status'],
] as const;

/** The heading of each part of the desk of staff, with links to the others. */
export const StaffHeading = ({ path }: { readonly path: string }) => (
  <>
    <Heading title="Staff" />
    <nav class="tabs" aria-label="Staff">
      {tabs.map(([href, label]) => (
        <a href={href} {...(path.startsWith(href) && { 'aria-current': 'page' as const })}>
          {label}
        </a>
      ))}
    </nav>
  </>
);
