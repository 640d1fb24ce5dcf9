import * as z from 'zod';
import { countryCode } from '../shared/country-code.ts';
import { channelTypes } from '../shared/enums.ts';
import { uuid, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { language } from '../shared/language.ts';
import { lazy } from '../shared/lazy.ts';
import { list } from '../shared/lists.ts';
import { oneLine } from '../shared/one-line.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { text, words } from '../shared/text.ts';
import type { PublishedField } from './creators.ts';
import { bioLength, displayNameLength, maxTopics, topicLength } from './creators.ts';

const tag = 'Creator profile';

const maxLanguages = 10;
const maxCountries = 50;
const maxContacts = 10;

const displayName = lazy(() => oneLine(displayNameLength).meta({ example: 'Mira Plays' }));

const topic = lazy(() => oneLine(topicLength).meta({ example: 'gaming' }));

const contacts = lazy(() =>
  z
    .record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/, 'must be a name such as email'), words(200))
    .refine((value) => Object.keys(value).length <= maxContacts, `must have at most ${maxContacts} entries`)
    .meta({
      description: 'Contact details. Private: only the owner can read them.',
      example: { email: 'mira@example.com' },
    }),
);

const profile = lazy(() =>
  z
    .strictObject({
      publicId: uuid(),
      displayName: z
        .string()
        .max(displayNameLength)
        .describe('Empty until you set it. You cannot publish a page without it.'),
      bio: z.string().max(bioLength),
      topics: z.array(z.string().max(topicLength)).max(maxTopics),
      languages: z.array(z.string()),
      geo: z.array(z.string()),
      channelType: z
        .enum(channelTypes)
        .nullable()
        .describe('null means STREAMER if the first channel is on TWITCH or KICK, and SOCIAL otherwise.'),
      contacts: z.record(z.string(), z.string()).describe('Private.'),
      avatarUrl: z
        .url()
        .nullable()
        .describe(
          'Read-only: use the avatar refresh of social accounts to change it. While the page is not public, it is a signed ' +
            'address that is valid for an hour.',
        ),
      version: version(),
      createdAt: instant(),
      updatedAt: instant(),
    })
    .meta({ id: 'CreatorProfile' }),
);
export type Profile = z.output<ReturnType<typeof profile>>;

/** The copy of a profile that its published page shows. */
export type PublishedProfile = Pick<Profile, PublishedField>;

const twin = { access: 'participant', tag, role: 'CREATOR' } as const;

export const GetProfile = declare({
  ...twin,
  name: 'GetProfile',
  method: 'get',
  path: '/influencer-profile',
  summary: 'Read your profile',
  description: 'Returns the draft with its private fields. Choosing the role CREATOR creates an empty draft.',
  success: 200,
  answer: () => dataOf(profile()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

const changes = lazy(() =>
  z.strictObject({
    expectedVersion: version(),
    displayName: displayName().nullable().optional(),
    bio: text(0, bioLength).nullable().optional(),
    topics: list(topic(), maxTopics).nullable().optional(),
    languages: list(language(), maxLanguages).nullable().optional(),
    geo: list(countryCode(), maxCountries).nullable().optional().describe('Countries that the creator works for.'),
    channelType: z.enum(channelTypes).nullable().optional(),
    contacts: contacts().nullable().optional(),
  }),
);
export type ProfileChanges = z.output<ReturnType<typeof changes>>;

export const UpdateProfile = declare({
  ...twin,
  name: 'UpdateProfile',
  method: 'patch',
  path: '/influencer-profile',
  summary: 'Change your profile',
  description:
    'Changes the draft. The public page shows the change after you publish again. An absent field stays unchanged; null ' +
    'clears it. A replay returns the profile as it was saved by the first request, without later changes.',
  body: () => changes(),
  success: 200,
  answer: () => dataOf(profile()),
  errors: ['VERSION_CONFLICT'],
  idempotency: 'required',
  rate: 'write',
});
