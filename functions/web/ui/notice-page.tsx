import { Document } from './layout.tsx';
import { unlisted } from './page-headers.ts';
import { documentOf } from './rendered.ts';

/** A page with one message, in place of what the address led to. */
export const noticePage = (status: number, heading: string, text: string): Response =>
  unlisted(
    documentOf(
      <Document title={`${heading} · Castline`}>
        <div class="failure">
          <h1>{heading}</h1>
          <p>{text}</p>
        </div>
      </Document>,
    ),
    status,
  );
