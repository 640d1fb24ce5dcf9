export { callEndpoint } from './call-endpoint.ts';
export { resealSecrets } from './reseal-secrets.ts';
export { callLeaseSeconds } from './rules.ts';
