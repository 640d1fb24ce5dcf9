import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Via } from '../../functions/http/authenticate.ts';
import { type Operation, pathsOf } from '../../schema/shared/operation.ts';
import { addCodeSamples } from './code-samples.ts';
import { describeAll } from './describe.ts';
import { errorComponents } from './errors.ts';
import { giveFormats } from './formats.ts';
import { headers, parameters } from './headers.ts';
import { introduction } from './introduction.ts';
import { recordOf } from './json.ts';
import { nameEnumerations } from './name-enumerations.ts';
import { describeOperation } from './operation.ts';
import { readable } from './readable-schema.ts';
import { securitySchemes } from './security.ts';
import { signInPaths, signInTag } from './sign-in.ts';
import { signInComponents } from './sign-in-error.ts';
import { tagGroups, tagsOf } from './tags.ts';
import { webhooks } from './webhooks.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The address of support. The build of a deployment's assets sets it. */
const contactEmail = process.env.CONTACT_EMAIL ?? 'support@castline.example';

/** The OpenAPI 3.1 document of these operations, each on every path that serves it. */
export function buildDocument(operations: readonly Operation[], version: string): OpenApiDocument {
  const errors = errorComponents(operations);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Castline',
        version,
        description: introduction(),
        contact: { name: 'Support', email: contactEmail },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Relative to the document: correct on every host that serves it.
      servers: [{ url: '/', description: 'This service', 'x-internal': false }],
      tags: [...tagsOf(operations), signInTag],
      'x-tagGroups': [...tagGroups(operations), { name: 'For people', tags: [signInTag.name] }],
      paths: { ...describePaths(operations), ...signInPaths },
      webhooks: webhooks(),
      components: {
        securitySchemes,
        parameters,
        headers,
        ...errors,
        schemas: { ...errors.schemas, ...signInComponents },
      },
    },
    { override: readable },
  );
  // A copy without shared objects: two places that share one would also share its description.
  const finished = structuredClone(document);
  const json = recordOf(finished);
  nameEnumerations(json);
  giveFormats(json);
  describeAll(json, operations);
  addCodeSamples(recordOf(json.paths), operations);
  return withoutUnused(finished);
}

function describePaths(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    for (const [index, path] of pathsOf(operation).entries()) {
      paths[path] = { ...paths[path], [operation.method]: describeOperation(operation, viaOf(operation, index)) };
    }
  }
  return paths;
}

/** The first of two paths of a participant's operation takes a key. */
const viaOf = (operation: Operation, index: number): Via => {
  if (operation.access === 'guest') return 'none';
  return operation.access === 'participant' && index === 0 ? 'key' : 'token';
};

/** Removes components that only they themselves refer to, which would cause a lint warning. */
function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const { securitySchemes: _, ...components } = document.components ?? {};
  for (;;) {
    const whole = JSON.stringify(document);
    const unused = Object.entries(components).flatMap(([kind, named = {}]) =>
      Object.entries(named)
        .filter(([name, component]) => {
          const reference = `"#/components/${kind}/${name}"`;
          return occurrences(whole, reference) === occurrences(JSON.stringify(component), reference);
        })
        .map(([name]) => ({ named, name })),
    );
    if (unused.length === 0) return document;
    for (const { named, name } of unused) delete named[name];
  }
}

const occurrences = (whole: string, text: string) => whole.split(text).length;
