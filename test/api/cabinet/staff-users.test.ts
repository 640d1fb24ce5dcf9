import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { campaignsOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());
afterEach(() => market.expectSoundLedger());

let staffId: number;
let staff: Visitor;
beforeAll(async () => {
  staffId = await market.aUser(['STAFF']);
  staff = await visitorOf(market, baseUrl, staffId);
});

const pathOf = (id: number) => `/cabinet/staff/users/${id}`;
const paymentOf = (id: number, type: string, amount: string, reference: string = randomUUID()) =>
  `${pathOf(id)}/payment?${new URLSearchParams({ type, amount, reference })}`;
const balanceOf = async ({ api }: Awaited<ReturnType<typeof market.anAdvertiser>>) =>
  (await api.get('/wallet')).body.data.balance.raw;

describe('payments', () => {
  test('a payment is shown with the balance after it, and exactly that is booked', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000 });
    const path = paymentOf(advertiser.id, 'DEPOSIT', '1,212.50');
    const shown = wordsOf((await staff.get(path)).html);
    expect(shown).toContain('Deposit +1,212.50 USDT');
    expect(shown).toContain('Available after it 1,222.50 USDT');
    expect(await balanceOf(advertiser)).toBe('10000000');
    const page = await staff.follow(await staff.submit(path, 'deposit'));
    expect(wordsOf(page.html)).toContain('The deposit is booked.');
    expect(await balanceOf(advertiser)).toBe('1222500000');
  });

  test('a payment that is sent twice is booked once', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000 });
    const path = paymentOf(advertiser.id, 'WITHDRAWAL', '4');
    const fields = filled(formIn((await staff.get(path)).html, 'withdraw'), {});
    const both = await Promise.all([staff.post(path, fields), staff.post(path, fields)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await balanceOf(advertiser)).toBe('6000000');
  });

  test('above the balance has no button that books it, and the form is refused', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000 });
    const { html } = await staff.get(paymentOf(advertiser.id, 'WITHDRAWAL', '10.01'));
    expect(hasForm(html, 'withdraw')).toBe(false);
    const refused = await staff.submit(paymentOf(advertiser.id, 'WITHDRAWAL', '10'), 'withdraw', {
      amountCents: '1001',
    });
    expect(refused.status).toBe(409);
    expect(await balanceOf(advertiser)).toBe('10000000');
  });

  test.each(['', '0', '1.234', 'ten', '-5', '1e3'])(
    'a payment of "%s" is asked for again, and books nothing',
    async (amount) => {
      const advertiser = await market.anAdvertiser({ fundsCents: 1_000 });
      const { status, html } = await staff.get(paymentOf(advertiser.id, 'DEPOSIT', amount));
      expect(status).toBe(200);
      expect(hasForm(html, 'deposit')).toBe(false);
      expect(html).toContain('name="amount"');
    },
  );

  test('a payment with a reference that was booked before shows the form again, and books nothing', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000 });
    const reference = randomUUID();
    const path = paymentOf(advertiser.id, 'DEPOSIT', '1', reference);
    expect((await staff.submit(path, 'deposit')).status).toBe(303);
    const refused = await staff.submit(path, 'deposit');
    expect(refused.status).toBe(409);
    expect(wordsOf(refused.html)).toContain('A payment with this reference exists.');
    expect(await balanceOf(advertiser)).toBe('11000000');
  });

  test('a payment to the own account of staff is refused', async () => {
    const refused = await staff.submit(paymentOf(staffId, 'DEPOSIT', '1'), 'deposit');
    expect(refused.status).toBe(403);
  });
});

test('staff grants credits once for each reference, and the page shows them', async () => {
  const { id } = await market.anAdvertiser();
  const granted = await staff.submit(pathOf(id), 'grant', { credits: '1500', reference: randomUUID() });
  expect(wordsOf((await staff.follow(granted)).html)).toContain('Credits 1,500 0 of them reserved');
});

test('staff suspends a user with a reason and reinstates it, and the keys follow', async () => {
  const advertiser = await market.anAdvertiser();
  const path = pathOf(advertiser.id);
  expect((await staff.submit(path, 'suspend', { reason: '' })).status).toBe(400);
  const suspended = await staff.follow(await staff.submit(path, 'suspend', { reason: '<i>Fraud</i>' }));
  expect(suspended.html).toContain('&lt;i&gt;Fraud&lt;/i&gt;');
  expect((await advertiser.api.get('/me')).status).toBe(403);
  const reinstated = await staff.follow(await staff.submit(path, 'reinstate'));
  expect(wordsOf(reinstated.html)).toContain('The suspension is lifted.');
  expect((await advertiser.api.get('/me')).status).toBe(200);
});

test('the confirmation of a suspension names the open work, the campaigns and the reserved money', async () => {
  const { advertiser } = await assignmentsOf(market, baseUrl).assignmentIn('ACCEPTED');
  const words = wordsOf((await staff.get(pathOf(advertiser.id))).html);
  expect(words).toContain('open assignments: 1. Their deadlines stop until you lift the suspension.');
  expect(words).toContain('reserved money: 105.00 USDT');
  const campaigns = campaignsOf(baseUrl, market);
  const person = await campaigns.anAdvertiser();
  await campaigns.aRunning(person);
  const running = wordsOf((await staff.get(pathOf(person.userId))).html);
  expect(running).toContain('campaigns that are running or paused: 1');
  const idle = wordsOf((await staff.get(pathOf((await market.anAdvertiser()).id))).html);
  expect(idle).toContain(
    'The user has no open assignments, no running campaigns, no open campaign posts and no reserved money.',
  );
});

test('the confirmation of a suspension counts the open campaign posts of a creator', async () => {
  const creator = await market.aCreator();
  const campaigns = campaignsOf(baseUrl, market);
  const advertiser = await campaigns.anAdvertiser();
  const { id: campaignId } = await campaigns.aRunning(advertiser);
  const accountId = await sellersOf(market).anAccount(creator.id);
  const posts = await submitPosts(market, { campaignId, creatorId: creator.id, accountId, count: 3 });
  const confirmation = async () => wordsOf((await staff.get(pathOf(creator.id))).html);
  expect(await confirmation()).toContain(
    'open campaign posts, in running or paused campaigns or with unpaid earnings: 3',
  );
  const ofCampaign = `/campaigns/${campaignId}`;
  const rejected = await advertiser.api.post(`${ofCampaign}/posts/${posts[0]}/reject`, { reason: 'OTHER' });
  expect(rejected.status).toBe(200);
  expect(await confirmation()).toContain(
    'open campaign posts, in running or paused campaigns or with unpaid earnings: 2',
  );
  const { data: campaign } = (await advertiser.api.get(ofCampaign)).body;
  expect((await move(advertiser, campaign, 'cancel')).status).toBe(200);
  expect(await confirmation()).toContain('no open campaign posts');
  const earn = (cents: number) =>
    market.pool.query('update campaign_posts set earned_cents = $2 where id = $1', [posts[1], cents]);
  await earn(250);
  expect(await confirmation()).toContain(
    'open campaign posts, in running or paused campaigns or with unpaid earnings: 1',
  );
  await earn(0);
});

test('staff cannot suspend itself: its own page offers no suspension, and a sent form is refused', async () => {
  const own = await staff.get(pathOf(staffId));
  expect(hasForm(own.html, 'suspend')).toBe(false);
  expect(wordsOf(own.html)).toContain('This is yours. Another member of staff decides about it.');
  const other = await staff.get(pathOf(await market.aUser([])));
  const refused = await staff.post(pathOf(staffId), filled(formIn(other.html, 'suspend'), { reason: 'A test' }));
  expect(refused.status).toBe(403);
  expect(wordsOf(refused.html)).toContain('Staff cannot suspend themselves.');
});

test('the search finds a user by name, and the address of the page is its state', async () => {
  const name = `Zed${randomUUID().slice(0, 8)}`;
  const { id } = await market.one(`insert into users (name, email) values ($1, $2) returning id::int`, [
    `${name} <script>`,
    `${name.toLowerCase()}@castline.example`,
  ]);
  const { html } = await staff.get(`/cabinet/staff/users?by=NAME&search=${name.toLowerCase()}&suspended=`);
  expect(html).toContain(`href="${pathOf(id)}"`);
  expect(html).toContain(`${name} &lt;script&gt;`);
  expect(html).toMatch(/<option value="NAME" selected/);
});

test.each(['İbrahim', 'ΓΙΩΡΓΟΣ ΠΑΠΑΣ', 'ΑΣ'])(
  'the search finds %s by its own name, whatever its lower case is',
  async (first) => {
    const name = `${first} ${randomUUID().slice(0, 8)}`;
    const { id } = await market.one(`insert into users (name, email) values ($1, $2) returning id::int`, [
      name,
      `${randomUUID()}@castline.example`,
    ]);
    const { html } = await staff.get(`/cabinet/staff/users?by=NAME&search=${encodeURIComponent(name)}&suspended=`);
    expect(html).toContain(`href="${pathOf(id)}"`);
  },
);

test('an unknown user is 404, and the pages are 403 for a user without the role', async () => {
  expect((await staff.get(pathOf(9_007_199_254_740_991))).status).toBe(404);
  const other = await visitorOf(market, baseUrl, await market.aUser(['ADVERTISER']));
  expect((await other.get(pathOf(staffId))).status).toBe(403);
});

test('staff switches a feature off and on, and the page and the audit log name who did it', async () => {
  const path = '/cabinet/staff/controls';
  const off = await staff.follow(await staff.submit(path, 'switch', {}, 'publication'));
  expect(wordsOf(off.html)).toMatch(/switched it off/);
  const on = await staff.follow(await staff.submit(path, 'switch', {}, 'publication'));
  expect(wordsOf(on.html)).toMatch(/switched it on/);
  const log = wordsOf((await staff.get(`/cabinet/staff/audit?actorId=${staffId}&operation=SwitchControl`)).html);
  expect(log.match(/controls\/publication/g)).toHaveLength(2);
  expect(log).toContain('"enabled": false');
});
