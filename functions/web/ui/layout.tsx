import type { Child } from 'hono/jsx';
import { stylesPath } from './style-paths.ts';

export interface DocumentProps {
  readonly title: string;
  readonly description?: string;
  /** Absent on pages that search engines must not index. */
  readonly canonical?: string;
  /** Search engines may follow its links but do not index it. */
  readonly isUnlisted?: boolean;
  /** Its reader may be signed in: it offers no sign-in. */
  readonly isPersonal?: boolean;
  /** Further elements of the head. */
  readonly head?: Child;
  /** Shown at the top of the page. */
  readonly banner?: Child;
  readonly children: Child;
}

/** The frame of every page: no scripts, no inline styles, nothing from other origins. */
export const Document = ({
  title,
  description,
  canonical,
  isUnlisted = canonical === undefined,
  isPersonal = false,
  head,
  banner,
  children,
}: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {isUnlisted && <meta name="robots" content="noindex" />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#12141a" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href={stylesPath} />
      {head}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {banner}
      <header class="top">
        <div class="wide">
          <a class="brand" href="/creators">
            <Logo />
            Castline
          </a>
          <nav aria-label="Main">
            <a href="/creators">Creators</a>
            <a href="/docs">API</a>
            {!isPersonal && (
              <>
                <a href="/cabinet">Sign in</a>
                <a href="/sign-up">Sign up</a>
              </>
            )}
          </nav>
        </div>
      </header>
      <main id="main" class="wide">
        {children}
      </main>
      <footer class="bottom">
        <div class="wide">
          <p>Castline connects advertisers with creators, at published prices.</p>
          <nav aria-label="Footer">
            <a href="/creators">All creators</a>
            <a href="/docs">API reference</a>
            {!isPersonal && <a href="/sign-up">Create an account</a>}
          </nav>
        </div>
      </footer>
    </body>
  </html>
);

export const Logo = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <rect class="logo-ground" width="24" height="24" rx="7" />
    <path class="logo-line" d="M6 15.5c2.6 0 2.6-7 5.2-7s2.6 7 5.2 7c1 0 1.5-.9 1.9-2" />
  </svg>
);
