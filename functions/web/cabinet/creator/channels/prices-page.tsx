import { GetPricing, maxServices, SavePricing } from '../../../../../schema/creators/pricing.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { discountOf } from '../../../ui/format.ts';
import { cents, flag, integer, percentBps, several, text } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Heading } from '../../frame/frame.tsx';
import { form, page } from '../../page.ts';
import { ConflictNote, ExpectedVersion } from '../expected-version.tsx';
import { AddRow, EnterButton } from '../row-buttons.tsx';
import { ownChannel } from './own-channel.ts';
import { packageFieldAt, servicesIn } from './package-fields.tsx';
import { PriceRows } from './price-rows.tsx';

const feeWords = (bps: number): string =>
  bps === 0
    ? 'Castline deducts no fee from it.'
    : `When the work is approved, Castline keeps ${discountOf(bps)} of the price as its fee, and you get the rest.`;

export default page({
  async load(api, visit) {
    const [pricing, channel] = await Promise.all([
      api.read(GetPricing, { params: visit.params }),
      ownChannel(api, visit),
    ]);
    return { pricing: pricing.data, channel };
  },
  forms: {
    prices: form(SavePricing, {
      fields: {
        expectedVersion: integer,
        'services.*.serviceListingId': integer,
        'services.*.type': text,
        'services.*.variant': text,
        'services.*.title': text,
        'services.*.priceCents': cents,
        'services.*.packageOptions.*.quantity': integer,
        'services.*.packageOptions.*.discountBps': percentBps,
        'services.*.proofModes': several,
        'services.*.usageTerms': text,
        'services.*.proofTemplate.allowPdf': flag,
        'services.*.published': flag,
      },
      body: ({ expectedVersion, services }) => ({ expectedVersion, services: servicesIn(services) }),
      fieldAt: (path, { services }) => packageFieldAt(path, services),
      notice: 'The prices are saved. Your page shows them while it is published.',
      done: (_, { path }) => path,
    }),
  },
  render({ pricing, channel }, view) {
    const of = view.form('prices');
    const { services } = pricing;
    const count = of.rows('services', services.length);
    const name = `${platformNames[channel.platform]} ${channel.handle}`;
    return {
      title: `Prices of ${name}`,
      content: (
        <>
          <Heading
            title={`Prices of ${name}`}
            back={{ href: '/cabinet/channels', label: 'Channels and prices' }}
            about={`You set the price that advertisers see. ${feeWords(pricing.creatorFeeBps)}`}
          />
          {channel.status === 'BLOCKED' && (
            <p class="notice">Staff has blocked this channel. Its prices cannot change.</p>
          )}
          <section class="card panel price-panel" aria-label="Services">
            <Form
              of={of}
              submit="Save prices"
              beside={count < maxServices && <AddRow list="services" label="Add a service" />}
            >
              <EnterButton />
              <ConflictNote of={of} path={view.path} />
              <ExpectedVersion of={of} version={pricing.version} />
              {count === 0 && (
                <p class="quiet">There are no services yet. Add what you offer, such as a mention in a stream.</p>
              )}
              <PriceRows of={of} saved={services} count={count} view={view} />
            </Form>
          </section>
        </>
      ),
    };
  },
});
