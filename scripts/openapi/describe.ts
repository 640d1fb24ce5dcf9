import type { Operation } from '../../schema/shared/operation.ts';
import { successText } from './descriptions/answers.ts';
import { describeProperties } from './descriptions/index.ts';
import { describeParameters } from './descriptions/parameters.ts';
import { isRecord, type Json } from './json.ts';

/** Adds the descriptions that the declarations lack: of properties, of parameters and of success responses. */
export function describeAll(document: Json, operations: readonly Operation[]): void {
  const { components, paths } = document;
  if (!isRecord(components) || !isRecord(components.schemas) || !isRecord(paths)) return;
  describeProperties(components.schemas);
  const declared = new Map(operations.map((operation) => [operationIdOf(operation), operation]));
  for (const [path, item] of Object.entries(paths))
    for (const described of Object.values(isRecord(item) ? item : {})) {
      describeParameters(path, described);
      const operation = declared.get(
        String(isRecord(described) ? described.operationId : '').replace(/WithToken$/, ''),
      );
      if (operation) describeSuccess(described, operation, components.schemas);
    }
}

const operationIdOf = ({ name }: Operation) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

function describeSuccess(described: unknown, operation: Operation, schemas: Json): void {
  const response = inside(described, 'responses', String(operation.success));
  const data = inside(schemas, `${operation.name}Answer`, 'properties', 'data');
  if (!isRecord(response)) return;
  const component = nameIn(data) ?? nameIn(inside(data, 'items'));
  response.description = successText(operation, component, inside(data, 'items') !== undefined);
}

const nameIn = (schema: unknown): string | undefined =>
  isRecord(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;

const inside = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
