import { GetOverview } from '../../../../schema/overview/overview.ts';
import { priceOf } from '../../ui/format.ts';
import { Heading } from '../frame/frame.tsx';
import { mayOpen } from '../frame/navigation.ts';
import { page } from '../page.ts';
import { FirstSteps } from './first-steps.tsx';
import { RecentEvents } from './recent-events.tsx';
import { Waiting } from './waiting.tsx';

export default page({
  load: (api) => api.read(GetOverview),
  render({ data }, { user, now }) {
    const { wallet, waiting, events, steps } = data;
    return {
      title: 'Home',
      content: (
        <>
          <Heading title="Home">
            {user.roles.includes('ADVERTISER') && steps.hasOrder && (
              <a class="button secondary" href="/cabinet/orders/analytics">
                Analytics of orders
              </a>
            )}
          </Heading>
          {user.roles.length === 0 && (
            <p class="warning">
              You have no role yet. <a href="/cabinet/welcome">Choose what you do here</a>.
            </p>
          )}
          {mayOpen('/cabinet/wallet', user.roles) && (
            <dl class="figures part">
              <div class="card figure-card">
                <dt>Available</dt>
                <dd>{priceOf(wallet.balance)}</dd>
              </div>
              <div class="card figure-card">
                <dt>Reserved for work and campaigns</dt>
                <dd>{priceOf(wallet.reserved)}</dd>
              </div>
            </dl>
          )}
          <FirstSteps steps={steps} roles={user.roles} />
          <Waiting waiting={waiting} now={now} />
          <RecentEvents events={events} />
        </>
      ),
    };
  },
});
