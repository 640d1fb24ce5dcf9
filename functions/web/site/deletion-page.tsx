import type { Child } from 'hono/jsx';
import { Day } from '../ui/day.tsx';
import { Document } from '../ui/layout.tsx';
import { documentOf } from '../ui/rendered.ts';
import { Result, type Tone } from '../ui/result.tsx';

/** How far a deletion is. Null: no request has this code, or it is not handled yet. */
export const renderDeletion = (deletedAt: Date | null): string =>
  deletedAt === null
    ? page(
        'FAILED',
        'We do not know this deletion code',
        <p>
          No request has this code. A new request appears here within a few minutes. A request older than thirty days is
          no longer listed.
        </p>,
      )
    : page(
        'DONE',
        'We have handled your request',
        <p>
          We handled your request on <Day at={deletedAt.toISOString()} />. If your account was connected, we deleted its
          tokens and its audience then. We delete the measurements of its posts within 24 hours of that time.
        </p>,
      );

const page = (tone: Tone, heading: string, children: Child): string =>
  documentOf(
    <Document title={`${heading} · Castline`}>
      <Result tone={tone} heading={heading}>
        {children}
      </Result>
    </Document>,
  );
