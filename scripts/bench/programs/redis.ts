import { startUpstashEndpoint } from '../../local/endpoints/upstash-endpoint.ts';
import { answerEach } from './answer-each.ts';

/** Starts the endpoint, and returns its URL. */
answerEach(async (options: { token: string; redisUrl?: string }) => (await startUpstashEndpoint(options)).url);
