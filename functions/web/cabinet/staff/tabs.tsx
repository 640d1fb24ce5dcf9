const tabs = [
  ['/cabinet/staff/disputes', 'Disputes'],
  ['/cabinet/staff/ownership', 'Ownership'],
  ['/cabinet/staff/recordings', 'Recordings'],
  ['/cabinet/staff/posts', 'Posts'],
  ['/cabinet/staff/factories', 'Factories'],
  ['/cabinet/staff/users', 'Users'],
  ['/cabinet/staff/controls', 'Features'],
  ['/cabinet/staff/audit', 'Audit log'],
  ['/cabinet/staff/status', 'Status'],
] as const;

/** The parts of the desk of staff. */
export const StaffTabs = ({ path }: { readonly path: string }) => (
  <nav class="tabs" aria-label="Staff">
    {tabs.map(([href, label]) => (
      <a href={href} {...(path.startsWith(href) && { 'aria-current': 'page' as const })}>
        {label}
      </a>
    ))}
  </nav>
);
