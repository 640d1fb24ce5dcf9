import { isRecord, type Json } from '../json.ts';

/** Parameters by the part of the path that leads to them, or by their name where it means the same everywhere. */
const texts: Readonly<Record<string, string>> = {
  '/placement-orders/{id}': 'Id of an order of the caller.',
  '/placement-assignments/{id}': 'Id of an assignment that the caller is a party of.',
  '/staff/assignments/{id}': 'Id of the assignment.',
  '/influencer-channels/{id}': 'Id of a channel of the caller.',
  '/staff/channels/{id}': 'Id of the channel.',
  '/webhook-endpoints/{id}': 'Id of an endpoint of the caller.',
  '/api-keys/{id}': 'UUID of a key of the caller.',
  '/staff/users/{id}': 'Id of the user.',
  '/creator/social-accounts/{id}': 'Id of a social account of the caller.',
  '/staff/controls/{name}': 'Name of the feature.',
  '{accountId}': 'Id of a social account of the caller.',
  '{userId}': 'Id of the user whose balance changes.',
  '{channelId}': 'Id of the channel under review.',
  '{publicId}': 'UUID of the creator, from the catalog.',
  '{deliverableId}': 'Id of the result, from the deliverables of the assignment.',
  '{proposalId}': 'Id of the proposal, from openProposal of the assignment.',
  '{uploadId}': 'UUID of the upload, from the answer that announced it.',
  '{deliveryId}': 'Id of the delivery, from the list of deliveries.',
  limit: 'How many items a page has at most.',
  '/creator-catalog channelType': 'Only creators of this kind.',
  '/creator-catalog platform': 'Only services on this platform.',
  '/creator-catalog minPriceCents': 'Lowest price of one in whole cents of USDT, without fees.',
  '/creator-catalog maxPriceCents': 'Highest price of one in whole cents of USDT, without fees.',
  '/creator-catalog availability':
    'Its one value selects creators with a service that can be ordered, as the list always does.',
  '/creator-catalog sort': 'Order of the list.',
  '/placement-assignments role': 'Only those in which you are this side.',
  suspended: 'true lists work that stands still because one of its parties is suspended.',
  status: 'Only those in this state.',
};

/** Gives every parameter of a path or query a description, its own or that of its schema. */
export function describeParameters(path: string, operation: unknown): void {
  if (!isRecord(operation) || !Array.isArray(operation.parameters)) return;
  for (const parameter of operation.parameters.filter(isRecord)) {
    if (parameter.$ref !== undefined) continue;
    parameter.description ??= descriptionIn(parameter.schema) ?? textOf(path, parameter);
  }
}

const descriptionIn = (schema: unknown) => (isRecord(schema) ? schema.description : undefined);

function textOf(path: string, { name, in: place }: Json): string | undefined {
  const relative = path.replace(/^\/api\/v1(\/public)?/, '');
  if (place !== 'path') return texts[`${relative} ${name}`] ?? texts[String(name)];
  const until = `${relative.slice(0, relative.indexOf(`{${name}}`))}{${name}}`;
  return texts[until] ?? texts[`{${name}}`];
}
