import { Document } from '../../functions/web/ui/layout.tsx';
import { documentOf } from '../../functions/web/ui/rendered.ts';
import type { ApiDocument } from './document.ts';
import { About, Fields, flat } from './fields.tsx';
import { headingsOf, Markdown } from './markdown.tsx';
import { objectsOf } from './objects.ts';
import { OperationSection } from './operation.tsx';
import { type Topic, topicsOf } from './topics.ts';

export interface Reference {
  /** The page at /docs. */
  readonly start: string;
  /** The pages at /docs/{slug}, by slug. */
  readonly topics: ReadonlyMap<string, string>;
}

/** Every page of the API reference as HTML. */
export function renderReference(document: ApiDocument, stylePath: string): Reference {
  const topics = topicsOf(document);
  const props = { document, topics, stylePath };
  const pages = topics.map((topic): [string, string] => [
    topic.slug,
    documentOf(<TopicPage {...props} topic={topic} />),
  ]);
  return { start: documentOf(<StartPage {...props} />), topics: new Map(pages) };
}

interface PageProps {
  readonly document: ApiDocument;
  readonly topics: readonly Topic[];
  readonly stylePath: string;
}

const StartPage = ({ document, topics, stylePath }: PageProps) => {
  const { title, version, description, contact = {} } = document.info;
  const { externalDocs } = document;
  const contactAddress = contact.url ?? (contact.email && `mailto:${contact.email}`);
  return (
    <Document
      title={`${title} API reference`}
      description="Every operation of the Castline API, with its fields, errors, examples and code."
      isUnlisted={false}
      head={<link rel="stylesheet" href={stylePath} />}
    >
      <div class="reference">
        <Topics topics={topics} />
        <div class="content">
          <h1>API reference</h1>
          <p class="quiet">
            Version {version} · <a href="/api/v1/openapi.json">OpenAPI document</a> ·{' '}
            <a href="/docs/try" rel="nofollow">
              Try requests in the browser
            </a>
            {externalDocs && (
              <>
                {' '}
                · <a href={externalDocs.url}>{externalDocs.description ?? 'Guides'}</a>
              </>
            )}
            {contactAddress && (
              <>
                {' '}
                · <a href={contactAddress}>{contact.name ?? 'Contact'}</a>
              </>
            )}
          </p>
          <Markdown text={description} />
          <h2 id="operations">All operations</h2>
          {topics.map((topic) => (
            <section aria-labelledby={`all-${topic.slug}`}>
              <h3 id={`all-${topic.slug}`}>
                <a class="topic-link" href={`/docs/${topic.slug}`}>
                  {topic.title}
                </a>
              </h3>
              <Operations topic={topic} />
            </section>
          ))}
        </div>
        <Contents headings={headingsOf(description)} />
      </div>
    </Document>
  );
};

const Contents = ({ headings }: { readonly headings: ReturnType<typeof headingsOf> }) => (
  <nav class="contents" aria-label="On this page">
    <p class="quiet small">On this page</p>
    <ul>
      {[...headings, { id: 'operations', title: 'All operations' }].map(({ id, title }) => (
        <li>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
);

const Operations = ({ topic }: { readonly topic: Topic }) => (
  <ul class="operations">
    {topic.operations.map(({ operationId, method, summary, path, isCall }) => (
      <li>
        <a href={`/docs/${topic.slug}#${operationId}`}>
          <span class={`method ${method.toLowerCase()}`}>{isCall ? 'CALL' : method}</span> {summary ?? path}
        </a>
      </li>
    ))}
  </ul>
);

const TopicPage = ({ document, topics, stylePath, topic }: PageProps & { readonly topic: Topic }) => {
  const objects = objectsOf(document, topic.operations);
  return (
    <Document
      title={`${topic.title} · Castline API reference`}
      description={topic.description}
      isUnlisted={false}
      head={<link rel="stylesheet" href={stylePath} />}
    >
      <div class="reference">
        <Topics topics={topics} current={topic} />
        <div class="content topic">
          <p class="small">
            <a href="/docs">API reference</a>
          </p>
          <h1>{topic.title}</h1>
          <Markdown text={topic.description} />
          <p class="quiet small">
            In the samples <code>BASE</code> is the origin of the service, <code>KEY</code> is an API key and{' '}
            <code>TOKEN</code> is a token of a signed-in user: see <a href="/docs#access">Access</a>.
          </p>
          <Operations topic={topic} />
          {topic.operations.map((operation) => (
            <OperationSection {...{ document, operation }} />
          ))}
          {objects.length > 0 && <h2 id="objects">Objects</h2>}
          {objects.map((name) => (
            <ObjectSection {...{ document, name }} />
          ))}
        </div>
      </div>
    </Document>
  );
};

const ObjectSection = ({ document, name }: { readonly document: ApiDocument; readonly name: string }) => {
  const schema = flat(document, { $ref: `#/components/schemas/${name}` });
  return (
    <section class="object" id={name} aria-labelledby={`${name}-title`}>
      <h3 id={`${name}-title`}>{name}</h3>
      <About {...{ document, schema }} />
      <Fields {...{ document, schema }} />
    </section>
  );
};

/** The list of topics. It is folded on a small screen; on a wide one the style sheet shows it beside the page. */
const Topics = ({ topics, current }: { readonly topics: readonly Topic[]; readonly current?: Topic }) => (
  <details class="topics">
    <summary>{current?.title ?? 'Topics'}</summary>
    <nav aria-label="Topics">
      {[...new Set(topics.map(({ group }) => group))].map((group) => (
        <>
          <p class="quiet small">{group}</p>
          <ul>
            {topics
              .filter((topic) => topic.group === group)
              .map(({ slug, title }) => (
                <li>
                  <a href={`/docs/${slug}`} aria-current={slug === current?.slug ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
  </details>
);
