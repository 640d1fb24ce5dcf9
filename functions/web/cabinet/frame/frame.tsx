import type { Child } from 'hono/jsx';
import { Logo } from '../../ui/layout.tsx';
import { documentOf } from '../../ui/rendered.ts';
import { SignOut } from '../../ui/sign-out.tsx';
import { cabinetStylesPath } from '../../ui/style-paths.ts';
import type { PageUser } from '../page.ts';
import { sectionOf, sectionsFor } from './navigation.ts';

export interface FrameProps {
  readonly title: string;
  readonly path: string;
  readonly user: PageUser;
  readonly scriptPath: string;
  /** What the last form has done. */
  readonly notice: string | null;
  readonly children: Child;
}

/** The document of every page of the cabinet. */
export const renderFrame = ({ title, path, user, scriptPath, notice, children }: FrameProps): string =>
  documentOf(
    <html lang="en">
      <Head title={title} scriptPath={scriptPath} />
      <body class="cabinet">
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <aside class="side">
          <a class="brand" href="/cabinet">
            <Logo />
            Castline
          </a>
          <details class="menu">
            <summary>Menu</summary>
            <Sections path={path} user={user} label="Menu" />
          </details>
          <div class="menu-wide">
            <Sections path={path} user={user} label="Cabinet" />
          </div>
        </aside>
        <main id="main">
          {notice !== null && (
            <p class="done" role="status">
              {notice}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>,
  );

export const Head = ({ title, scriptPath }: { readonly title: string; readonly scriptPath: string | null }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{`${title} · Castline`}</title>
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#12141a" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href={cabinetStylesPath} />
    {scriptPath !== null && <script type="module" src={scriptPath} />}
  </head>
);

interface SectionsProps extends Pick<FrameProps, 'path' | 'user'> {
  readonly label: string;
}

const Sections = ({ path, user, label }: SectionsProps) => {
  const current = sectionOf(path);
  return (
    <>
      <nav aria-label={label}>
        <ul>
          {sectionsFor(user.roles).map((section) => (
            <li>
              <a href={section.path} {...(section === current && { 'aria-current': 'page' as const })}>
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
                  <path d={section.icon} />
                </svg>
                {section.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-end">
        <a href="/creators">Creators</a>
        <a href="/docs">API reference</a>
        <p class="who-am-i" dir="auto">
          {user.displayName}
        </p>
        <SignOut look="link" />
      </div>
    </>
  );
};

/** The heading of a page, with its actions. */
export const Heading = ({
  title,
  back,
  about,
  children,
}: {
  readonly title: Child;
  /** The list that the object belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly about?: Child;
  readonly children?: Child;
}) => (
  <header class="heading">
    {back !== undefined && (
      <p class="back">
        <a href={back.href}>← {back.label}</a>
      </p>
    )}
    <div class="heading-row">
      <h1 dir="auto">{title}</h1>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
    {about !== undefined && <p class="quiet">{about}</p>}
  </header>
);
