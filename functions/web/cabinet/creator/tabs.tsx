const tabs = [
  ['/cabinet/page', 'Profile and publication'],
  ['/cabinet/channels', 'Channels and prices'],
  ['/cabinet/page/portfolio', 'Portfolio'],
  ['/cabinet/page/visits', 'Visits'],
] as const;

/** The parts of the page of a creator. */
export const PageTabs = ({ path }: { readonly path: string }) => (
  <nav class="tabs" aria-label="Your page">
    {tabs.map(([href, label]) => (
      <a href={href} {...(href === path && { 'aria-current': 'page' as const })}>
        {label}
      </a>
    ))}
  </nav>
);
