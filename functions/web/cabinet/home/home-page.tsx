import { GetWallet } from '../../../../schema/wallet/wallet.ts';
import { priceOf } from '../../ui/format.ts';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';

export default page({
  load: (api) => api.read(GetWallet),
  render: ({ data }, { user }) => ({
    title: 'Home',
    content: (
      <>
        <Heading title={`Hello, ${user.displayName}`} />
        <p>{priceOf(data.balance)}</p>
      </>
    ),
  }),
});
