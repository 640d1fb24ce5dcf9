import * as z from 'zod';
import { draftPage } from '../catalog/catalog.ts';
import { pageActions, pageStatuses } from '../shared/enums.ts';
import { version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { addressName, pageAddress } from './addresses.ts';
import { maxAddresses, publishedFields } from './creators.ts';

const tag = 'Creator page';

const pageState = lazy(() =>
  z.strictObject({
    status: z.enum(pageStatuses),
    version: version().describe('Number of the current version; every change of the page increments it.'),
    publishedVersion: version()
      .nullable()
      .describe('Version that was last published; null before the first publication.'),
    previewUrl: z
      .url()
      .nullable()
      .describe(
        'Signed address of the draft page. Anyone with this address can open it until it expires. Search engines do not index it. null in NONE.',
      ),
    publicUrl: z
      .url()
      .nullable()
      .describe('Public address of the page; null while the page is not published or has no available service.'),
    address: pageAddress().nullable().describe('Short address that the creator has chosen; null without one.'),
    publishIntent: z
      .boolean()
      .describe(
        'Whether a publication was requested while the feature was disabled. The service does not publish automatically later.',
      ),
    publishedAt: instant().nullable(),
    waitingChanges: z
      .array(z.enum(publishedFields))
      .nullable()
      .describe(
        'Fields of the profile that have changed since the publication: the page shows them after the next one. Prices and channels need ' +
          'no publication. null while the page is not published.',
      ),
    allowedActions: z.array(z.enum(pageActions)),
  }),
);
const creatorPageState = lazy(() => pageState().meta({ id: 'CreatorPageState' }));
export type PageState = z.output<ReturnType<typeof pageState>>;

const generated = lazy(() =>
  pageState()
    .extend({ preview: draftPage().describe('The page as it would be published now.') })
    .meta({ id: 'GeneratedCreatorPage' }),
);

const twin = { access: 'participant', tag, role: 'CREATOR' } as const;
const action = { ...twin, method: 'post', success: 200, rate: 'write' } as const;

export const GetPage = declare({
  ...twin,
  name: 'GetPage',
  method: 'get',
  path: '/influencer-profile/page',
  summary: 'Read the state of your page',
  description: 'Returns the state, and the page as it would be published now.',
  success: 200,
  answer: () => dataOf(generated()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const GeneratePage = declare({
  ...action,
  name: 'GeneratePage',
  path: '/influencer-profile/page/generate',
  summary: 'Generate a private preview',
  description:
    'Builds a preview of the draft. A published page stays published. A replay rebuilds the preview from the current data.',
  answer: () => dataOf(generated()),
  errors: [],
  idempotency: 'required',
});

const publishing =
  'Publishing is immediate and needs no review. It requires a displayName, takes a snapshot of the profile, and can be ' +
  'repeated. While staff has disabled publishing, the service saves the request and returns 503 ' +
  'WRITE_NOT_AVAILABLE_FOR_FEATURE: send the same request with the same Idempotency-Key again later.';

export const SubmitProfile = declare({
  ...action,
  name: 'SubmitProfile',
  path: '/influencer-profile/submit',
  summary: 'Publish or preview your profile',
  description: `With publishAfterApproval true, publishes the current version at once; with false, only generates a private preview. ${publishing}`,
  body: () => z.strictObject({ publishAfterApproval: z.boolean() }),
  answer: () => dataOf(creatorPageState()),
  errors: ['WRITE_NOT_AVAILABLE_FOR_FEATURE'],
  idempotency: 'optional',
});

export const PublishPage = declare({
  ...action,
  name: 'PublishPage',
  path: '/influencer-profile/page/publish',
  summary: 'Publish your page',
  description: publishing,
  body: () =>
    z.strictObject({
      publishAfterApproval: z.boolean().default(true).describe('false only generates a private preview.'),
    }),
  answer: () => dataOf(creatorPageState()),
  errors: ['WRITE_NOT_AVAILABLE_FOR_FEATURE'],
  idempotency: 'optional',
});

export const UnpublishPage = declare({
  ...action,
  name: 'UnpublishPage',
  path: '/influencer-profile/page/unpublish',
  summary: 'Unpublish your page',
  description:
    'Removes the page, its HTML, its sitemap entry and every cached copy within a second. It also works while publishing is disabled.',
  answer: () => dataOf(creatorPageState()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
});

export const SetPageAddress = declare({
  name: 'SetPageAddress',
  method: 'put',
  path: '/influencer-profile/address',
  access: 'token',
  tag,
  role: 'CREATOR',
  summary: 'Choose the short address of your page',
  description:
    'Gives your page the address `/@{name}`, which redirects to it while it is published. null removes the address. A name ' +
    'that a creator has had is never given to another one: such a name returns 409 INVALID_STATE with status ADDRESS_TAKEN. ' +
    `A creator has at most ${maxAddresses} names in all; one more returns 409 INVALID_STATE with status LIMIT_REACHED. An ` +
    'earlier name of your own can be chosen again.',
  body: () =>
    z.strictObject({ name: addressName().nullable().describe('The name after the @; null for no short address.') }),
  success: 200,
  answer: () => dataOf(creatorPageState()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});
