import { type ApiDocument, type CodeSample, type Parameter, resolved } from './document.ts';
import type { Operation } from './topics.ts';

/** The code samples of an operation, or a curl command when the document has none. */
export function samplesOf(document: ApiDocument, operation: Operation): readonly CodeSample[] {
  const given = operation['x-codeSamples'] ?? [];
  return given.length > 0 ? given : [{ lang: 'Shell', label: 'curl', source: curlOf(document, operation) }];
}

function curlOf(document: ApiDocument, operation: Operation): string {
  const { method, path, requestBody, parameters = [] } = operation;
  const all = parameters.map((parameter) => resolved(document, parameter));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(all.find((one) => one.name === name)));
  const query = all.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${exampleOf(one)}`);
  const body = Object.entries(requestBody?.content ?? {})[0];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...credential(path),
    ...all.filter((one) => one.in === 'header' && one.required).map((one) => `-H '${one.name}: ${exampleOf(one)}'`),
    ...(body ? [`-H 'Content-Type: ${body[0]}'`, `-d '${JSON.stringify(body[1].example ?? {}, null, 2)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function credential(path: string): string[] {
  if (path.startsWith('/api/v1/public/')) return ['-H "Authorization: Bearer $KEY"'];
  return /^\/api\/(auth|v1\/(creator-catalog|creators|dictionaries))/.test(path)
    ? []
    : ['-H "Authorization: Bearer $TOKEN"'];
}

function exampleOf(parameter: Parameter | undefined): string {
  const example = parameter?.example ?? parameter?.schema?.example;
  if (example !== undefined) return String(example);
  const { type, format } = parameter?.schema ?? {};
  if (format === 'uuid') return '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';
  return type === 'integer' ? '42' : `{${parameter?.name ?? ''}}`;
}
