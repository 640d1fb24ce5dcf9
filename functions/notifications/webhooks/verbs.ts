/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { createEndpoint } from './create-endpoint.ts';
export { deleteEndpoint } from './delete-endpoint.ts';
export { enableEndpoint } from './enable-endpoint.ts';
export { getDelivery } from './get-delivery.ts';
export { getEndpoint } from './get-endpoint.ts';
export { listDeliveries } from './list-deliveries.ts';
export { listEndpoints } from './list-endpoints.ts';
export { replayDelivery } from './replay-delivery.ts';
export { rotateSecret } from './rotate-secret.ts';
export { testEndpoint } from './test-endpoint.ts';
