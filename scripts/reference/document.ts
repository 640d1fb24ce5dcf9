/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  };
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly tags: readonly Tag[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [part: string]: Readonly<Record<string, unknown>>;
  };
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
  readonly 'x-displayName'?: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Referable<Parameter>[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Referable<Answer>>>;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export interface CodeSample {
  readonly lang: string;
  readonly label?: string;
  readonly source: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly example?: unknown;
}

export type Referable<Part> = Part | { readonly $ref: string };

/** The target of a reference, or the value itself when it is no reference. */
export function resolved<Part extends object>(document: ApiDocument, part: Referable<Part>): Part {
  if (!('$ref' in part) || part.$ref === undefined) return whole(part);
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(part.$ref) ?? [];
  const found = document.components[kind]?.[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (found === undefined) throw new Error(`the document has no ${part.$ref}`);
  return whole(found);
}

/** Safe: scripts/openapi makes the document, and its test validates it. */
function whole<Part>(part: unknown): Part {
  return part as Part;
}

/** The name of the component that a schema refers to. */
export const componentOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);
