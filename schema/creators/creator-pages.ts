import * as z from 'zod';
import { draftPage } from '../catalog/catalog.ts';
import { pageActions, pageStatuses } from '../shared/enums.ts';
import { version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

const tag = 'Creator page';

const pageState = lazy(() =>
  z.strictObject({
    status: z.enum(pageStatuses),
    version: version().describe('Counts every change of the page.'),
    publishedVersion: version().nullable().describe('The version that was published last; null when none ever was.'),
    previewUrl: z
      .url()
      .nullable()
      .describe('The draft as a page, for whoever has this address: signed, short-lived, never indexed. null in NONE.'),
    publicUrl: z
      .url()
      .nullable()
      .describe('null while the page does not answer: not published, or nothing available on it.'),
    publishIntent: z
      .boolean()
      .describe('A publication was asked for while the feature was off. It never happens by itself.'),
    publishedAt: instant().nullable(),
    allowedActions: z.array(z.enum(pageActions)),
  }),
);
const creatorPageState = lazy(() => pageState().meta({ id: 'CreatorPageState' }));
export type PageState = z.output<ReturnType<typeof pageState>>;

const generated = lazy(() =>
  pageState()
    .extend({ preview: draftPage().describe('What publishing now would show.') })
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
  success: 200,
  answer: () => dataOf(creatorPageState()),
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
    'The draft as it would be published. Never unpublishes. A replay rebuilds the preview from what is true by then.',
  answer: () => dataOf(generated()),
  errors: [],
  idempotency: 'required',
});

const publishing =
  'Publishing is immediate, without a review; it needs a displayName, freezes the profile, and may be repeated. While staff has ' +
  'switched the feature off, the intent is saved and the answer is 503 WRITE_NOT_AVAILABLE_FOR_FEATURE: send the same request with ' +
  'the same Idempotency-Key again once it is on.';

export const SubmitProfile = declare({
  ...action,
  name: 'SubmitProfile',
  path: '/influencer-profile/submit',
  summary: 'Submit your profile: publish it, or only preview it',
  description: `publishAfterApproval true publishes the current version at once; false only generates a private preview. ${publishing}`,
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
  summary: 'Take your page down',
  description:
    'The page, its HTML, its sitemap entry and every cached copy are gone within a second. Works while publishing is switched off.',
  answer: () => dataOf(creatorPageState()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
});
