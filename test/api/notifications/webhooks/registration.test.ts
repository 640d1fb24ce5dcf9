import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, type Owner, startHooks } from '../../../support/market/hooks.ts';
import { created } from '../../../support/market/market.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';

let hooks: Hooks;
let owner: Owner;
beforeAll(async () => {
  hooks = await startHooks();
  owner = await hooks.anOwner();
});
afterAll(() => hooks.stop());

const register = (url: string) => owner.api.post('/webhook-endpoints', { url });
/** Sets the DNS records of a name. */
async function isName(name: string, zone: object): Promise<void> {
  const answer = await fetch(`${hooks.stack.dnsUrl}/names/${name}`, { method: 'PUT', body: JSON.stringify(zone) });
  expect(answer.status).toBe(200);
}
const publicZone = { A: ['93.184.215.14'], AAAA: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] };

/** Private addresses, in a URL or as a DNS answer. */
const privateAddresses = [
  ...['127.0.0.1', '10.0.0.8', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::1'],
];
const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe('registration', () => {
  test.each([
    ...privateAddresses.map((address) => `https://${bracketed(address)}/hook`),
    ...[
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://0xa9fea9fe/latest/',
    ],
    ...['https://localhost/', 'https://x.localhost/', 'https://metadata.google.internal/', 'https://printer.local/'],
    ...['http://hooks.example.com/', 'https://user:pw@hooks.example.com/', 'https://hooks.example.com/#x', 'nonsense'],
    ...['http://127.0.0.1:1/', 'https://nowhere.example.com/'],
  ])('refuses %s, and names the field url', async (url) => {
    const reply = await register(url);
    expect([reply.status, reply.body]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION_FAILED', issues: [expect.objectContaining({ path: 'url' })] }),
    ]);
  });

  test('refuses a name with any private address, also beside public ones', async () => {
    for (const [n, address] of privateAddresses.entries()) {
      const family = address.includes(':') ? 'AAAA' : 'A';
      await isName(`private-${n}.example.net`, { ...publicZone, [family]: [...publicZone[family], address] });
      const reply = await register(`https://private-${n}.example.net/hook`);
      expect([address, reply.status, reply.body.issues?.[0]]).toEqual([
        address,
        400,
        { path: 'url', message: 'must have a host with only public addresses' },
      ]);
    }
  });

  test('accepts a name with public IPv4 or IPv6 addresses, and stores it normalised', async () => {
    await isName('both.example.net', publicZone);
    await isName('six.example.net', { AAAA: publicZone.AAAA });
    for (const name of ['both', 'six']) {
      const { data } = created(await register(`https://${name.toUpperCase()}.Example.NET.:443/hook?x=1`)).body;
      expect(data.url).toBe(`https://${name}.example.net/hook?x=1`);
    }
  });

  test('asks DNS nothing for a caller who has been suspended since the last call', async () => {
    await isName('asked.example.net', publicZone);
    const other = await hooks.anOwner();
    const send = () => other.api.post('/webhook-endpoints', { url: 'https://asked.example.net/hook' });
    await hooks.control.resetCounts();
    created(await send());
    expect((await hooks.control.counts()).dns).toBeGreaterThan(0);
    await hooks.market.pool.query('update users set suspended_at = now() where id = $1', [other.id]);
    await hooks.control.moveOn(2_000);
    await hooks.control.resetCounts();
    expect((await send()).body.code).toBe('ACCOUNT_ACCESS_DENIED');
    expect((await hooks.control.counts()).dns).toBe(0);
  });

  test('refuses a name that cannot be resolved now, and allows a retry', async () => {
    await isName('broken.example.net', { status: 2 });
    const reply = await register('https://broken.example.net/');
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '10',
    ]);
    for (const mode of ['refuse', 'hang', 'drop-next-reply'] as const) {
      await hooks.control.dns(mode);
      await hooks.control.resetCounts();
      const requested = register('https://hooks.example.com/');
      if (mode === 'hang') {
        await expect.poll(async () => (await hooks.control.counts()).dns).toBeGreaterThan(0);
        await hooks.control.endTimeouts();
      }
      const { status } = await requested;
      await hooks.control.dns('up');
      expect([mode, status]).toEqual([mode, 503]);
    }
    created(await register('https://hooks.example.com/'));
  });
});

describe('each call', () => {
  const rebound: Readonly<Record<string, object>> = {
    '127.0.0.1': { A: ['127.0.0.1'] },
    '169.254.169.254': { A: ['169.254.169.254'] },
    'a private and a public address': { A: [...publicZone.A, '10.0.0.8'] },
    '::1': { A: publicZone.A, AAAA: ['::1'] },
    'fd00:ec2::254': { AAAA: ['fd00:ec2::254'] },
    '::ffff:127.0.0.1': { AAAA: ['::ffff:127.0.0.1'] },
    nothing: { status: 3 },
    'an unknown result': { status: 2 },
  };
  /** The recorded call to each name, which was public at its registration. */
  const recorded = new Map<string, { endpoint: Endpoint; lastError: string; status: string }>();
  beforeAll(async () => {
    const { anEndpoint, aMessage, untilRecorded, everyMinute } = hooks;
    const requested = new Map<string, { endpoint: Endpoint; id: number }>();
    for (const [n, [standsFor, zone]] of Object.entries(rebound).entries()) {
      await isName(`moving-${n}.example.net`, publicZone);
      const endpoint = await anEndpoint({ url: `https://moving-${n}.example.net/hook` });
      await isName(`moving-${n}.example.net`, zone);
      requested.set(standsFor, { endpoint, id: await aMessage(endpoint) });
    }
    await everyMinute();
    for (const [standsFor, { endpoint, id }] of requested) {
      const { last_error: lastError, status } = await untilRecorded(id);
      recorded.set(standsFor, { endpoint, lastError, status });
    }
  });

  test.each([
    ['127.0.0.1', 'the address must have a host with only public addresses'],
    ['169.254.169.254', 'the address must have a host with only public addresses'],
    ['a private and a public address', 'the address must have a host with only public addresses'],
    ['::1', 'the address must have a host with only public addresses'],
    ['fd00:ec2::254', 'the address must have a host with only public addresses'],
    ['::ffff:127.0.0.1', 'the address must have a host with only public addresses'],
    ['nothing', 'the address must name a host that can be found'],
    ['an unknown result', 'the name of the host could not be looked up'],
  ])('fails without a request when the name now resolves to %s', async (standsFor, error) => {
    const found = recorded.get(standsFor);
    expect([found?.status, found?.lastError]).toEqual(['PENDING', error]);
    expect(found && (await hooks.seen(found.endpoint)).failingSince).toEqual(expect.any(String));
  });

  test('fails without a request to a private address, also one written to the database', async () => {
    const { anEndpoint, aMessage, market, untilRecorded, everyMinute, receiver } = hooks;
    const port = new URL(receiver.origin).port;
    const urls = [
      `http://localhost:${port}/in`,
      `https://127.0.0.1:${port}/in`,
      'http://169.254.169.254/latest/meta-data/',
    ];
    const ids: number[] = [];
    for (const url of urls) {
      const endpoint = await anEndpoint();
      await market.pool.query('update webhook_endpoints set url = $2 where id = $1', [endpoint.id, url]);
      ids.push(await aMessage(endpoint));
    }
    await everyMinute();
    for (const id of ids) expect((await untilRecorded(id)).last_error).toMatch(/^the address must /);
    expect(receiver.callsTo('/in')).toEqual([]);
  });
});

test('a trusted origin is called, and another port of the same machine is not', async () => {
  const endpoint = await hooks.anEndpoint();
  await hooks.act(endpoint, 'test');
  await hooks.untilCalled(endpoint.path);
  expect((await register('http://127.0.0.1:65535/')).status).toBe(400);
  await vi.waitFor(
    async () => expect(await hooks.deliveries(endpoint)).toMatchObject([{ status: 'DELIVERED' }]),
    pollTimeout,
  );
});
