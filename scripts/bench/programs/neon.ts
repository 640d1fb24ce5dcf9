import { startNeonEndpoint } from '../../local/endpoints/neon-endpoint.ts';
import type { Protocol } from '../../local/endpoints/neon-pipeline.ts';
import { answerEach } from './answer-each.ts';

/** Starts the endpoint, and returns its URL. */
answerEach(async ({ protocol }: { protocol: Protocol }) => (await startNeonEndpoint({ protocol })).url);
