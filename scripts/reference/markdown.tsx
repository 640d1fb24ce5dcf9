import { raw } from 'hono/html';
import { Marked } from 'marked';
import { slugOf } from './topics.ts';

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      return `<h${depth} id="${slugOf(text)}">${text}</h${depth}>\n`;
    },
    // Wide tables and code blocks scroll on their own, so the keyboard must reach them.
    code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
  },
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Markdown as paragraphs. The text needs no sanitising: it comes from schema/ and scripts/openapi/. */
export const Markdown = ({ text }: { readonly text: string }) => (
  <div class="text">{raw(marked.parse(text, { async: false }))}</div>
);

/** Markdown as inline HTML, for use within other text. */
export const Inline = ({ text }: { readonly text: string }) => <>{raw(marked.parseInline(text, { async: false }))}</>;

export const headingsOf = (text: string): { readonly id: string; readonly title: string }[] =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => ({ id: slugOf(title), title }));
