import { type Answer, json } from '../../endpoint.ts';

const types = 'https://api.x.com/2/problems/';

/** A refusal of the whole call. */
export const problem = (status: number, title: string, detail: string, type?: string): Answer =>
  json(status, { title, detail, type: type === undefined ? 'about:blank' : `${types}${type}`, status });

export const invalid = (parameter: string, value: string): Answer =>
  json(400, {
    errors: [
      { parameters: { [parameter]: [value] }, message: `The \`${parameter}\` query parameter value is not valid` },
    ],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${types}invalid-request`,
  });

/** The error of one resource in an answer of status 200. */
export const notFoundIn = (kind: 'user' | 'tweet', parameter: string, value: string) =>
  resourceError(
    'Not Found Error',
    `Could not find ${kind} with ${parameter}: [${value}].`,
    kind,
    parameter,
    value,
    'resource-not-found',
  );

export const notAuthorizedIn = (kind: 'user' | 'tweet', parameter: string, value: string) =>
  resourceError(
    'Authorization Error',
    `Sorry, you are not authorized to see the ${kind} with ${parameter}: [${value}].`,
    kind,
    parameter,
    value,
    'not-authorized-for-resource',
  );

export const unavailableIn = (value: string) =>
  resourceError('Internal Error', 'Something is broken.', 'tweet', 'ids', value, 'internal-error');

function resourceError(title: string, detail: string, kind: string, parameter: string, value: string, type: string) {
  return { value, detail, title, resource_type: kind, parameter, resource_id: value, type: `${types}${type}` };
}
