import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { accountsOf } from '../../support/market/accounts.ts';
import { marketOf } from '../../support/market/market.ts';
import { nativeChannelsOf } from '../../support/market/native-channels.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

const storedOf = (market: ReturnType<typeof marketOf>, id: number) =>
  market.one(
    `select avatar_url, (select count(*)::int from avatars where social_account_id = s.id) as pictures
     from social_accounts s where id = $1`,
    [id],
  );

describe('without the object store', () => {
  let stack: OwnStack;
  let market: ReturnType<typeof marketOf>;
  beforeAll(async () => {
    const nowhere = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    };
    stack = await startStack({ vars: nowhere });
    market = marketOf(stack);
  });
  afterAll(async () => {
    await market.close();
    await stack.stop();
  });

  test('a refresh is refused with the error of the store, and changes nothing', async () => {
    const account = await accountsOf(stack.baseUrl, market).anAccount();
    const reply = await account.refresh();
    expect({ status: reply.status, code: reply.body.code }).toEqual({
      status: 503,
      code: 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE',
    });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await storedOf(market, account.id)).toEqual({ avatar_url: null, pictures: 0 });
  });
});

describe('during an outage', () => {
  let stack: OwnStack;
  let market: ReturnType<typeof marketOf>;
  let control: ReturnType<typeof controlOf>;
  beforeAll(async () => {
    stack = await startStack({ vars: { YOUTUBE_DAILY_UNITS: '30' } });
    market = marketOf(stack);
    control = controlOf(stack.controlUrl);
  });
  afterAll(async () => {
    await market.close();
    await stack.stop();
  });

  test('a platform that refuses connections causes SERVICE_UNAVAILABLE', async () => {
    const account = await accountsOf(stack.baseUrl, market).anAccount();
    await control.social('refuse');
    const reply = await account.refresh();
    await control.social('up');
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    await market.pool.query('delete from platform_budgets');
  });

  test('a commit whose answer is lost keeps the file of the new picture', async () => {
    const { anAccount, publishPageOf } = accountsOf(stack.baseUrl, market);
    const account = await anAccount();
    await publishPageOf(account);
    await control.neon('drop-next-reply', 'insert into \\"avatars\\"');
    expect((await account.refresh()).status).toBe(503);
    const { avatar_url: url, pictures } = await storedOf(market, account.id);
    expect(pictures).toBe(1);
    await control.untilNothingIsDeferred();
    expect((await clientOf(stack.baseUrl, null, '').get(url.replace(stack.baseUrl, ''))).status).toBe(200);
    await market.pool.query('delete from platform_budgets');
  });

  test('concurrent refreshes never pass nine tenths of the daily budget, and the rest measures channels', async () => {
    const { aCreator, anAccount } = accountsOf(stack.baseUrl, market);
    const owner = await aCreator();
    expect((await (await anAccount({ owner })).refresh()).status).toBe(200);
    const [rest, refused] = depth([3, 2], [7, 9]);
    await market.pool.query('update platform_budgets set used = $1, used_by_users = $1', [27 - rest]);
    const accounts = await Promise.all(Array.from({ length: rest + refused }, () => anAccount({ owner })));
    await control.resetCounts();
    const replies = await Promise.all(accounts.map(({ refresh }) => refresh()));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(rest).fill(200), ...Array(refused).fill(503)]);
    for (const { body } of replies.filter(({ status }) => status === 503))
      expect(body.code).toBe('SERVICE_UNAVAILABLE');
    const spent = async () => (await market.one('select used from platform_budgets')).used;
    expect(await spent()).toBe(27);
    // One call for each unit, and the picture.
    expect((await control.counts()).social).toBe(2 * rest);

    const own = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'));
    const channel = await own.aNativeChannel();
    await own.makeDue(channel);
    await control.run('take-due-platform-work');
    await expect.poll(async () => (await own.dueOf(channel)).at > new Date()).toBe(true);
    expect(await spent()).toBe(30);
  });
});
