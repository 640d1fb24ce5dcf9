export { callEndpoint } from './call-endpoint.ts';
