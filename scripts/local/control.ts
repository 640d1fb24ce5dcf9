import { fireCron } from './cron-ticker.ts';
import { type Answer, type Endpoint, endpointModes, json, type Request, startEndpoint } from './endpoint.ts';
import { killRuntimes } from './kill-runtimes.ts';
import type { Stack } from './stack.ts';

/** Orders from tests: count requests, break a service, mend it. */
export function startControl(stack: Stack): Promise<Endpoint> {
  return startEndpoint({ handle: (request) => obey(stack, request) });
}

async function obey(stack: Stack, { method, path, body }: Request): Promise<Answer> {
  const { neon, upstash, mail, social, dns, database } = stack.services;
  const parts = { neon, upstash, mail, social, dns };
  const order: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
  switch (`${method} ${path}`) {
    case 'GET /counts':
      return json(200, {
        neon: neon?.count,
        upstash: upstash?.count,
        mail: mail?.count,
        social: social?.count,
        dns: dns?.count,
      });
    case 'POST /reset-counts':
      for (const part of Object.values(parts)) part?.resetCount();
      return json(200, {});
    case 'POST /neon':
      return setMode(neon, order.mode, order.containing);
    case 'POST /upstash':
      return setMode(upstash, order.mode);
    case 'POST /mail':
      return setMode(mail, order.mode);
    case 'POST /social':
      return setMode(social, order.mode);
    case 'POST /dns':
      return setMode(dns, order.mode);
    case 'POST /upstash/flush':
      await upstash?.flush();
      return json(200, {});
    case 'POST /postgres':
      if (order.action === 'stop') await database?.postgres.stop();
      else if (order.action === 'start') await database?.postgres.start();
      else return json(400, { message: 'action is stop or start' });
      return json(200, {});
    case 'POST /cron':
      await fireCron(stack.baseUrl, String(order.cron), new Date());
      return json(200, {});
    case 'POST /jobs':
      await stack.deliver(Array.isArray(order.jobs) ? order.jobs : [], order.worker ? String(order.worker) : undefined);
      return json(200, {});
    case 'POST /kill-workers':
      await killRuntimes(stack.baseUrl);
      return json(200, {});
    case 'POST /workers':
      return json(200, { baseUrl: await stack.startAnotherWorker() });
    default:
      return json(404, { message: `${method} ${path} is no order` });
  }
}

function setMode(endpoint: Endpoint | undefined, wanted: unknown, containing: unknown = ''): Answer {
  const mode = endpointModes.find((known) => known === wanted);
  if (mode === undefined) return json(400, { message: `mode is one of ${endpointModes.join(', ')}` });
  endpoint?.setMode(mode, String(containing));
  return json(200, {});
}
