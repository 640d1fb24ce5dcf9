import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';

/** Names of the service itself, which nobody may have. */
const reserved: ReadonlySet<string> = new Set([
  ...['about', 'abuse', 'account', 'accounts', 'admin', 'administrator', 'api', 'app', 'auth', 'avatars', 'billing'],
  ...['blog', 'cabinet', 'campaigns', 'castline', 'catalog', 'contact', 'creator', 'creators', 'dashboard', 'docs'],
  ...[
    'email',
    'everyone',
    'factories',
    'favicon',
    'guides',
    'help',
    'home',
    'info',
    'legal',
    'login',
    'logout',
    'mail',
  ],
  ...['moderator', 'null', 'oauth', 'official', 'orders', 'payments', 'press', 'pricing', 'privacy', 'register'],
  ...['reports', 'reset', 'robots', 'root', 'security', 'settings', 'sign-in', 'sign-out', 'sign-up', 'signin'],
  ...['signup', 'site', 'sitemap', 'staff', 'status', 'support', 'system', 'team', 'terms', 'test', 'undefined'],
  ...['verified', 'wallet', 'webhooks', 'www'],
]);

/** The name in the address `/@{name}` of a page. */
export const addressName = lazy(() =>
  z
    .string()
    .regex(/^[a-z0-9-]{3,30}$/, 'must have 3 to 30 of the characters a to z, 0 to 9 and -')
    .refine((name) => !reserved.has(name), 'is a reserved word')
    .meta({ type: 'string', pattern: '^[a-z0-9-]{3,30}$', example: 'mika-plays' }),
);

export const pageAddress = lazy(() =>
  z
    .strictObject({
      name: z.string().describe('The name after the @.'),
      url: z.url().describe('Redirects to the page while it is published.'),
    })
    .meta({ id: 'PageAddress' }),
);
