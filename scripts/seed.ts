import { changeStaff } from './grant-staff.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { runningStack } from './local/running-stack.ts';
import type { SeedTarget } from './local/seed-once.ts';
import { sendControl } from './local/send-control.ts';
import { connectAccounts, describeAccount, fetchPicture } from './seed/accounts.ts';
import { apiOf } from './seed/api.ts';
import { creators, type SeededCreator } from './seed/creators.ts';
import { shareReport } from './seed/factory-history.ts';
import { clockOf, makeHistory, traders } from './seed/history.ts';
import { showPortfolio } from './seed/portfolio.ts';
import { isOpen, openShop } from './seed/shop.ts';
import { askForReview, planOrder } from './seed/today.ts';
import { createDemoUser, createKey, type DemoUser, type DemoUserOptions, withFreshToken } from './seed/users.ts';

const fundsCents = '1000000';
const mailDomain = 'castline.example';
/** The creator who asks staff to prove a channel. */
const reviewed = 'jonasplays';

/** The content of demo.json: the demo accounts. */
export interface Demo {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly advertiser: Account & { readonly apiKey: string };
  readonly creator: Account & { readonly apiKey: string };
  readonly staff: Account;
  /** The page of a share link; undefined when the real platforms are used. */
  readonly reportUrl?: string;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the demo market: sixty creators who connect their accounts and open their shops, an advertiser with funds, and
 * staff. Those who have deals or posts in campaigns trade until the clock of the stack has reached the time of the machine. Then the others
 * join. Safe to repeat.
 * Only for local stacks: each creator signs up from its own client address, which Cloudflare would overwrite.
 */
export async function seed(target: SeedTarget, sellers: readonly SeededCreator[] = creators): Promise<Demo> {
  const { adminDatabaseUrl, baseUrl, controlUrl } = target;
  let staff = await createDemoUser(staffOf(baseUrl));
  await changeStaff(adminDatabaseUrl, 'grant', staff.email);
  const advertiser = await createDemoUser(advertiserOf(baseUrl));
  const shops = sellers.map((creator, index) => ({ creator, index, address: `198.51.100.${1 + (index % 254)}` }));
  const trading = shops.filter(({ creator }) => traders.has(creator.handle));
  const owners = await inParallel(trading, (shop) => addCreator(target, shop));
  await deposit(baseUrl, staff, advertiser.userId);
  const [creator] = owners;
  if (creator === undefined) throw new Error('there are no creators to seed');
  const demo = {
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    advertiser: await keyed(baseUrl, advertiser),
    creator: await keyed(baseUrl, creator),
    staff: { email: staff.email, password: staff.password },
  };
  let manager = advertiser;
  await makeHistory({
    baseUrl,
    controlUrl,
    socialUrl: target.socialUrl,
    advertiserKey: demo.advertiser.apiKey,
    async advertiserToken() {
      manager = await withFreshToken(manager, advertiserOf(baseUrl));
      return manager.token;
    },
    async staffToken() {
      staff = await withFreshToken(staff, staffOf(baseUrl));
      return staff.token;
    },
    keyOf: async (handle) => {
      const owner = owners[trading.findIndex(({ creator }) => creator.handle === handle)];
      if (owner === undefined) throw new Error(`${handle} sells nothing`);
      return createKey(baseUrl, owner.token, ['read', 'write']);
    },
    async showPosts({ handle, platform }, campaignPosts) {
      const shop = trading.find(({ creator }) => creator.handle === handle);
      if (shop) await describeAccount(target.socialUrl, { ...shop, platform, campaignPosts });
    },
  });
  // The others join only now, because in six weeks the jobs would renew and read their connections many times. Those who traded sign in again.
  await inParallel(shops, async (shop) => {
    const { token } = await addCreator(target, shop);
    if (target.socialUrl) await fetchPicture(baseUrl, token);
    await showPortfolio(apiOf(baseUrl, token, '/api/v1'), shop.creator.handle);
    if (shop.creator.handle === reviewed) await askForReview(apiOf(baseUrl, token, '/api/v1'));
  });
  await measure(controlUrl);
  const { token } = await withFreshToken(manager, advertiserOf(baseUrl));
  await planOrder(apiOf(baseUrl, token, '/api/v1'), (await clockOf(controlUrl)).now);
  if (!target.socialUrl) return demo;
  const owner = apiOf(baseUrl, demo.advertiser.apiKey);
  const sharePath = await shareReport(owner, apiOf(baseUrl, token, '/api/v1'));
  return { ...demo, ...(sharePath !== null && { reportUrl: baseUrl + sharePath }) };
}

/** Runs the jobs that read averages and audiences from the platforms, then those that show them in the catalog. */
async function measure(controlUrl: string): Promise<void> {
  for (const cron of ['*/5 * * * *', '*/5 * * * *', '* * * * *'])
    await sendControl(controlUrl, 'POST', '/cron', { cron });
}

interface Shop {
  readonly creator: SeededCreator;
  readonly index: number;
  readonly address: string;
}

async function addCreator({ baseUrl, socialUrl }: SeedTarget, { creator, index, address }: Shop): Promise<DemoUser> {
  const email = `${index === 0 ? 'creator' : creator.handle}@${mailDomain}`;
  const password = `demo-${index === 0 ? 'creator' : creator.handle}-password`;
  const owner = await createDemoUser({
    baseUrl,
    displayName: creator.name,
    email,
    password,
    address,
    roles: ['CREATOR'],
  });
  const { token } = owner;
  if (await isOpen(baseUrl, token)) return owner;
  // Nobody can sign in at the real platforms with these names: without the simulator all channels are manual.
  const accounts = socialUrl ? await connectAccounts({ baseUrl, socialUrl, token, creator, index }) : new Map();
  await openShop(baseUrl, await createKey(baseUrl, token, ['read', 'write']), creator, accounts);
  return owner;
}

const atOnce = 6;

/** Processes the inputs in order, a few at a time. */
async function inParallel<In, Out>(inputs: readonly In[], work: (input: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = [];
  const waiting = [...inputs.entries()];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        outputs[next[0]] = await work(next[1]);
    }),
  );
  return outputs;
}

const demoUser = (
  baseUrl: string,
  displayName: string,
  name: string,
  roles: NonNullable<DemoUserOptions['roles']>,
): DemoUserOptions => ({
  baseUrl,
  displayName,
  email: `${name}@${mailDomain}`,
  password: `demo-${name}-password`,
  roles,
});

const staffOf = (baseUrl: string) => demoUser(baseUrl, 'Castline Staff', 'staff', []);
const advertiserOf = (baseUrl: string) => demoUser(baseUrl, 'Northwind Studio', 'advertiser', ['ADVERTISER']);

const keyed = async (baseUrl: string, { email, password, token }: DemoUser) => ({
  email,
  password,
  apiKey: await createKey(baseUrl, token, ['read', 'write']),
});

/** Staff books the funds once: the constant reference identifies the deposit. */
async function deposit(baseUrl: string, staff: DemoUser, userId: number): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/staff/users/${userId}/deposits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'content-type': 'application/json',
      'idempotency-key': '0198f1c2-0000-7000-8000-00000000d3e1',
    },
    body: JSON.stringify({ amountCents: fundsCents, reference: 'demo-funds' }),
  });
  const answer: { status?: unknown } = await response.json();
  if (!response.ok && answer.status !== 'BOOKED')
    throw new Error(`the demo funds were refused: ${JSON.stringify(answer)}`);
}

await runAsCommand(import.meta.url, async () => {
  const stack = runningStack();
  if (!stack?.adminDatabaseUrl)
    throw new SetupProblem('No local stack is running. Start one with "npm start" in another terminal.');
  const { baseUrl, controlUrl, adminDatabaseUrl, socialUrl } = stack;
  if ((await clockOf(controlUrl)).aheadMs < 0)
    throw new SetupProblem('The stack is still creating its market. Wait until "npm start" prints its addresses.');
  const demo = await seed({ baseUrl, controlUrl, adminDatabaseUrl, socialUrl });
  console.log(JSON.stringify(demo, null, 2));
});
