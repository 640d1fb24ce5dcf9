import { isRecord, type Json } from '../json.ts';

/** A key is the path up to the parameter, or the name alone where it means the same everywhere. */
const texts: Readonly<Record<string, string>> = {
  '/saved-lists/{id}': 'Id of a saved list of the caller.',
  '/placement-orders/{id}': 'Id of an order of the caller.',
  '/placement-offers/{quoteId}': 'UUID of the quote of a custom offer of the caller.',
  '/offers/{id}': 'Id of a campaign that you can work on.',
  '/campaigns/{id}': 'Id of a campaign of the caller.',
  '/factories/{id}': 'Id of a factory of the caller.',
  '/factories/{id}/accounts/{accountId}': 'Id of an account of the factory.',
  '/analytics/campaigns/{id}': 'Id of a campaign of the caller.',
  '/posts/{id}': 'Id of a post that the caller has submitted.',
  '{postId}': 'Id of a post of the campaign.',
  '{proofId}': 'Id of a screenshot of the post, from the list.',
  '/staff/posts/{id}': 'Id of a post of a campaign.',
  '/posts platform': 'Only posts at this platform.',
  '/placement-assignments/{id}': 'Id of an assignment that the caller is a party of.',
  '/staff/assignments/{id}': 'Id of the assignment.',
  '/influencer-channels/{id}': 'Id of a channel of the caller.',
  '/influencer-profile/portfolio/{pictureId}': 'UUID of a picture of your portfolio.',
  '/staff/users/{userId}/portfolio/{pictureId}': 'UUID of a picture of the portfolio.',
  '/staff/channels/{id}': 'Id of the channel.',
  '/staff/tracking-links/{id}': 'Id of a tracking link.',
  '/factories/tags/{id}': 'Id of a tag of the caller.',
  '{groupId}': 'Id of a tag group of the factory.',
  '/webhook-endpoints/{id}': 'Id of an endpoint of the caller.',
  '/api-keys/{id}': 'UUID of a key of the caller.',
  '/staff/users/{id}': 'Id of the user.',
  '/creator/social-accounts/{id}': 'Id of a social account of the caller.',
  '/social-accounts/{id}': 'Id of a social account of the caller.',
  '/staff/social-accounts/{id}': 'Id of a social account.',
  '/staff/controls/{name}': 'Name of the feature.',
  '{linkId}': 'Id of a tracking link of the campaign.',
  '/factories/{id}/share-links/{linkId}': 'UUID of a share link of the factory.',
  '{secret}': 'Secret of the share link: the last segment of its sharePath.',
  '{sessionId}': 'Id of a recording session of the account.',
  '{accountId}': 'Id of a social account of the caller.',
  '{userId}': 'Id of the user whose balance changes.',
  '{channelId}': 'Id of the channel under review.',
  '{publicId}': 'UUID of the creator, from the catalog.',
  '{deliverableId}': 'Id of the result, from the deliverables of the assignment.',
  '{proposalId}': 'Id of the proposal, from openProposal of the assignment.',
  '{uploadId}': 'UUID of the upload, from the response that announced it.',
  '{deliveryId}': 'Id of the delivery, from the list of deliveries.',
  limit: 'Maximum number of items on a page.',
  '/creator-catalog channelType': 'Only creators of this type.',
  '/creator-catalog platform': 'Only services on this platform.',
  '/creator-catalog minPriceCents': 'Lowest unit price in whole cents of USDT, without fees.',
  '/creator-catalog maxPriceCents': 'Highest unit price in whole cents of USDT, without fees.',
  '/creator-catalog availability':
    'Selects creators with an available service. AVAILABLE is the only value and the default.',
  '/creator-catalog sort': 'Order of the list.',
  '/social-accounts platform': 'Only accounts at this platform.',
  '/placement-assignments role': 'Only assignments in which you have this role.',
  suspended: 'true lists only assignments that are paused because a party is suspended.',
  status: 'Only items with this status.',
};

/** Adds a description to every parameter that has none: the one of its schema, or the one in the table above. */
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
