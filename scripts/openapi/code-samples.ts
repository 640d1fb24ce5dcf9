import { isMutation, type Operation, pathsOf } from '../../schema/shared/operation.ts';
import { exampleOf } from './examples/index.ts';
import { isRecord, type Json } from './json.ts';

/** Operations with code samples: those that a new caller of the API needs first. A sample uses the first path of its operation. */
const shown: ReadonlySet<string> = new Set([
  ...['ListCatalog', 'GetCreatorPage', 'GetMe', 'CreateApiKey', 'GetWallet', 'ListTransactions'],
  ...['CreateOrder', 'QuoteOrder', 'CheckOutOrder', 'ListOrders', 'GetOrder', 'QuoteOffer', 'ConfirmOffer'],
  ...[
    'ListAssignments',
    'AcceptAssignment',
    'UpdateDeliverable',
    'SubmitAssignment',
    'ApproveAssignment',
    'CreateProofUpload',
  ],
  ...['UpdateProfile', 'CreateChannel', 'SavePricing', 'PublishPage', 'CreateWebhookEndpoint', 'ListWebhookDeliveries'],
]);

interface Call {
  readonly method: string;
  /** With example values of its parameters, and with its query. */
  readonly path: string;
  /** The variable that holds the credential, in every language; null for guests. */
  readonly credential: 'KEY' | 'TOKEN' | null;
  readonly isKeyed: boolean;
  readonly body: unknown;
}

/** Adds samples in curl, JavaScript and Python, made from the declarations and examples. */
export function addCodeSamples(paths: Json, operations: readonly Operation[]): void {
  for (const operation of operations.filter(({ name }) => shown.has(name))) {
    const [path = ''] = pathsOf(operation);
    const item = paths[path];
    const described = isRecord(item) ? item[operation.method] : undefined;
    if (!isRecord(described)) throw new Error(`${operation.name} is not in the document.`);
    const call = callOf(operation, path, (described.parameters as Json[] | undefined) ?? []);
    described['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curl(call) },
      { lang: 'JavaScript', label: 'JavaScript', source: javaScript(call) },
      { lang: 'Python', label: 'Python', source: python(call) },
    ];
  }
}

function callOf(operation: Operation, path: string, parameters: readonly Json[]): Call {
  const examples = new Map(parameters.map(({ name, schema }) => [name, isRecord(schema) ? schema.example : undefined]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(examples.get(name) ?? '42'));
  const search = examples.get('q');
  const query = search === undefined ? '' : `?${new URLSearchParams({ q: String(search) })}`;
  const byAccess = { guest: null, participant: 'KEY', token: 'TOKEN', staff: 'TOKEN' } as const;
  return {
    method: operation.method.toUpperCase(),
    path: filled + query,
    credential: byAccess[operation.access],
    isKeyed: operation.idempotency !== 'none',
    body: isMutation(operation) ? exampleOf(operation).body : undefined,
  };
}

function curl({ method, path, credential, isKeyed, body }: Call): string {
  const json = JSON.stringify(body, null, 2)?.replaceAll("'", String.raw`'\''`);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE${path}"`,
    ...(credential ? [`-H "Authorization: Bearer $${credential}"`] : []),
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ');
}

function javaScript({ method, path, credential, isKeyed, body }: Call): string {
  const headers = [
    ...(credential ? [`Authorization: \`Bearer \${${credential}}\`,`] : []),
    ...(isKeyed ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ];
  const json = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n  ');
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((line) => `    ${line}`), '  },']),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${json}),`]),
  ];
  const call = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    `const response = await fetch(\`\${BASE}${path}\`${call});`,
    'const answer = await response.json();',
    `if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);`,
  ].join('\n');
}

function python({ method, path, credential, isKeyed, body }: Call): string {
  const headers = [
    ...(credential ? [`"Authorization": f"Bearer {${credential}}",`] : []),
    ...(isKeyed ? ['"Idempotency-Key": str(uuid.uuid4()),'] : []),
  ];
  return [
    ...(isKeyed ? ['import uuid', ''] : []),
    'import requests',
    '',
    'response = requests.request(',
    `    "${method}",`,
    `    f"{BASE}${path}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((line) => `        ${line}`), '    },']),
    ...(body === undefined ? [] : [`    json=${literal(body, '    ')},`]),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'answer = response.json()',
  ].join('\n');
}

/** A value as a Python literal. Strings have the same form as in JSON, except unpaired surrogates, which no example has. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const inner = `${indent}    `;
  const wrapped = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0
      ? open + close
      : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return wrapped(
      '[',
      value.map((one) => literal(one, inner)),
      ']',
    );
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, inner)}`);
  return wrapped('{', members, '}');
}
