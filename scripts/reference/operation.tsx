import { type ApiDocument, type Content, type Parameter, resolved, type Schema } from './document.ts';
import { Field, Fields, flat } from './fields.tsx';
import { Inline, Markdown } from './markdown.tsx';
import { samplesOf } from './samples.ts';
import { type Operation, slugOf } from './topics.ts';

interface Props {
  readonly document: ApiDocument;
  readonly operation: Operation;
}

/** One operation: its description and parameters on one side, its code sample and example answer on the other. */
export const OperationSection = ({ document, operation }: Props) => {
  const { operationId, summary, description = '', method, path, tokenPath, isCall } = operation;
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div class="said">
        <h2 id={`${operationId}-title`}>
          <a href={`#${operationId}`}>{summary ?? path}</a>
        </h2>
        <p class="endpoint">
          <span class={`method ${method.toLowerCase()}`}>{method}</span>{' '}
          <code>{isCall ? 'the URL of your endpoint' : path}</code>
        </p>
        {tokenPath !== undefined && (
          <p class="quiet small">
            Path for the token of a signed-in user: <code>{tokenPath}</code>
          </p>
        )}
        <Markdown text={description} />
        <Inputs {...{ document, operation }} />
        <Answers {...{ document, operation }} />
      </div>
      <div class="shown">
        {!isCall && <Samples {...{ document, operation }} />}
        {isCall && <Example title="The call" content={operation.requestBody?.content} />}
        <AnswerExample {...{ document, operation }} />
      </div>
    </section>
  );
};

const Inputs = ({ document, operation }: Props) => {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
  const body = schemaIn(operation.requestBody?.content);
  const isInBlock = (parameter: Parameter) => parameter.in === 'header' && parameter.required !== true;
  const groups: [string, Parameter[]][] = [
    ['Path', parameters.filter((parameter) => parameter.in === 'path')],
    ['Query', parameters.filter((parameter) => parameter.in === 'query')],
    ['Headers', parameters.filter((parameter) => parameter.in === 'header' && !isInBlock(parameter))],
  ];
  const optional = parameters.filter(isInBlock);
  return (
    <>
      {groups.map(
        ([title, some]) =>
          some.length > 0 && (
            <>
              <h3>{title}</h3>
              <Parameters {...{ document }} parameters={some} />
            </>
          ),
      )}
      {body && (
        <>
          <h3>Body</h3>
          <Fields {...{ document }} schema={body} isSent={!operation.isCall} isOpen />
        </>
      )}
      {optional.length > 0 && (
        <details class="block">
          <summary>Optional headers</summary>
          <Parameters {...{ document }} parameters={optional} />
        </details>
      )}
    </>
  );
};

interface ParametersProps {
  readonly document: ApiDocument;
  readonly parameters: readonly Parameter[];
}

const Parameters = ({ document, parameters }: ParametersProps) => (
  <ul class="fields">
    {parameters.map(({ name, schema = {}, description, required = false }) => (
      <Field
        {...{ document, name }}
        schema={description === undefined ? schema : { ...schema, description }}
        isSent
        isRequired={required}
      />
    ))}
  </ul>
);

const Answers = ({ document, operation }: Props) => {
  const answers = Object.entries(operation.responses).map(([status, answer]) => ({
    status,
    ...resolved(document, answer),
  }));
  const failures = answers.filter(({ status }) => status >= '400');
  return (
    <>
      <h3>{operation.isCall ? 'Your answer' : 'Returns'}</h3>
      {answers
        .filter(({ status }) => status < '400')
        .map(({ status, description, content }) => (
          <div class="answer">
            <p>
              <code>{status}</code> <Inline text={description} />
            </p>
            <Returned {...{ document }} schema={schemaIn(content)} />
          </div>
        ))}
      {failures.length > 0 && (
        <details class="block">
          <summary>Errors: {failures.map(({ status }) => status).join(', ')}</summary>
          <dl class="errors">
            {failures.map(({ status, description }) => (
              <div>
                <dt>
                  <code>{status}</code>
                </dt>
                <dd>
                  <Markdown text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
};

const Returned = ({ document, schema }: { readonly document: ApiDocument; readonly schema: Schema | undefined }) => {
  if (!schema || Object.keys(flat(document, schema).properties ?? {}).length === 0) return null;
  return <Fields {...{ document, schema }} />;
};

const Samples = ({ document, operation }: Props) => (
  <div class="samples">
    {samplesOf(document, operation).map(({ lang, label = lang, source }, index) => (
      <details class="code" name={`samples-${operation.operationId}`} open={index === 0}>
        <summary>{label}</summary>
        <pre tabindex={0}>
          <code>{source}</code>
        </pre>
      </details>
    ))}
    {isOpenToOrigins(operation.path) && (
      <p class="small">
        <a href={tryAddress(operation)}>
          Try it<span class="unseen">: {operation.summary}</span>
        </a>
      </p>
    )}
  </div>
);

/** The Scalar page has an origin of its own, and so cannot call the operations that use cookies. */
const isOpenToOrigins = (path: string): boolean => path.startsWith('/api/v1/');

/** The address of the operation on the Scalar page. */
const tryAddress = ({ tags: [tag = ''] = [], method, path }: Operation): string =>
  `/docs/try#tag/${slugOf(tag)}/${method}${path}`;

const AnswerExample = ({ document, operation }: Props) => {
  const success = Object.entries(operation.responses).find(([status]) => status < '300');
  if (!success) return null;
  return <Example title={`Answer ${success[0]}`} content={resolved(document, success[1]).content} />;
};

const Example = ({ title, content }: { readonly title: string; readonly content: Content | undefined }) => {
  const example = Object.values(content ?? {})[0]?.example;
  if (example === undefined) return null;
  return (
    <details class="code" open>
      <summary>{title}</summary>
      <pre tabindex={0}>
        <code>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</code>
      </pre>
    </details>
  );
};

const schemaIn = (content: Content | undefined): Schema | undefined => Object.values(content ?? {})[0]?.schema;
