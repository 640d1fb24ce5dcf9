const tabs = [
  ['/cabinet/settings', 'Profile'],
  ['/cabinet/settings/keys', 'API keys'],
  ['/cabinet/settings/requests', 'Requests'],
  ['/cabinet/settings/webhooks', 'Webhooks'],
  ['/cabinet/settings/notifications', 'Notifications'],
  ['/cabinet/settings/security', 'Security'],
] as const;

/** The parts of the settings. */
export const SettingsTabs = ({ path }: { readonly path: string }) => (
  <nav class="tabs" aria-label="Settings">
    {tabs.map(([href, label]) => (
      <a href={href} {...(href === path && { 'aria-current': 'page' as const })}>
        {label}
      </a>
    ))}
  </nav>
);
