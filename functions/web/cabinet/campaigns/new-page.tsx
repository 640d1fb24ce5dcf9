import { CreateCampaign } from '../../../../schema/campaigns/campaigns.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { TermFields } from './campaign-fields.tsx';
import { termFields, withOnePay } from './campaign-form.ts';
import { campaignsPath, pathOf } from './campaign-heading.tsx';

export default page({
  role: 'ADVERTISER',
  load: async () => null,
  forms: {
    create: form(CreateCampaign, {
      fields: termFields,
      body: withOnePay,
      notice: 'The campaign is a draft. It reserves no money until you start it.',
      done: ({ data }) => pathOf(data.id),
    }),
  },
  render(_, view) {
    const of = view.form('create');
    return {
      title: 'New campaign',
      content: (
        <>
          <Heading
            title="New campaign"
            back={{ href: campaignsPath, label: 'Campaigns' }}
            about="You can change everything until you start the campaign."
          />
          <section class="card panel">
            <Form of={of} submit="Create draft">
              <TermFields of={of} />
            </Form>
          </section>
        </>
      ),
    };
  },
});
