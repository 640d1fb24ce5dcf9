import * as z from 'zod';
import { pathId, uuid } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { oneLine } from '../shared/one-line.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { completedUpload, imageTerms, newFile, openUpload, uploadLimits } from '../uploads/uploads.ts';
import { portfolioLimits } from './creators.ts';
import { portfolioPicture, portfolioPictures } from './portfolio-picture.ts';

const path = '/influencer-profile/portfolio';
const twin = { access: 'participant', tag: 'Portfolio', role: 'CREATOR' } as const;
const change = { ...twin, idempotency: 'optional', rate: 'write' } as const;

const ofPicture = () => z.object({ pictureId: uuid() });
const caption = lazy(() =>
  oneLine(portfolioLimits.captionLength)
    .meta({ example: 'Behind the scenes of a charity stream' })
    .nullable()
    .describe('Plain text on one line; null for none. It is also the alternative text of the picture.'),
);

const portfolio = lazy(() => dataOf(portfolioPictures()));

export const GetPortfolio = declare({
  ...twin,
  name: 'GetPortfolio',
  method: 'get',
  path,
  summary: 'Read your portfolio',
  description: `Your pictures in the order in which your page shows them; at most ${portfolioLimits.pictures}.`,
  success: 200,
  answer: () => portfolio(),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const CreatePortfolioUpload = declare({
  ...change,
  name: 'CreatePortfolioUpload',
  method: 'post',
  path: `${path}/uploads`,
  summary: 'Announce a picture for your portfolio',
  description:
    'Returns a signed URL for this one JPEG, PNG or WebP file of at most ' +
    `${portfolioLimits.bytes / 1024 ** 2} MiB. Send the file there with PUT and the returned headers, without your API key, then ` +
    'complete the upload and add the picture. Other types and larger files return 400 INVALID_PROOF. A creator has at most ' +
    `${uploadLimits.open} open uploads; one more returns 409 INVALID_STATE (LIMIT_REACHED). A replay returns a new signature.`,
  body: () => z.strictObject(newFile()),
  success: 201,
  answer: () => dataOf(openUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF'],
});

export const CompletePortfolioUpload = declare({
  ...change,
  name: 'CompletePortfolioUpload',
  method: 'post',
  path: `${path}/uploads/{uploadId}/complete`,
  summary: 'Complete the upload of a picture',
  description:
    'Checks the uploaded file. It becomes VERIFIED if its length, SHA-256 and content are as announced. If the file has not ' +
    'arrived, the response is 400 INVALID_PROOF and the upload stays PENDING. If the file differs or is damaged, the response is ' +
    `also 400 INVALID_PROOF, the upload becomes REJECTED, and the service deletes the file. ${imageTerms} It deletes the uploaded ` +
    `file after ${uploadLimits.unneededEvidenceDays} days; your portfolio shows a copy.`,
  params: () => z.object({ uploadId: uuid() }),
  success: 200,
  answer: () => dataOf(completedUpload()),
  errors: ['INVALID_STATE', 'INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

export const AddPortfolioPicture = declare({
  ...change,
  name: 'AddPortfolioPicture',
  method: 'post',
  path,
  summary: 'Add a picture to your portfolio',
  description:
    'Adds the picture of a VERIFIED upload after the others. Your page shows it at once, without another publication. The response is ' +
    '400 INVALID_PROOF if the upload is not VERIFIED, or is already in the portfolio, or if the picture is too large: a side of ' +
    `more than ${portfolioLimits.pixelsASide} pixels, more than ${portfolioLimits.pixels / 1_000_000} megapixels, or one side ` +
    `more than ${portfolioLimits.sidesRatio} times as long as the other. A portfolio has at most ${portfolioLimits.pictures} pictures; one more returns 409 ` +
    'INVALID_STATE (LIMIT_REACHED).',
  body: () =>
    z.strictObject({ uploadId: uuid().describe('Your upload for the portfolio.'), caption: caption().optional() }),
  success: 201,
  answer: () => dataOf(portfolioPicture()),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_STATE', 'INVALID_PROOF', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
});

export const DescribePortfolioPicture = declare({
  ...change,
  name: 'DescribePortfolioPicture',
  method: 'patch',
  path: `${path}/{pictureId}`,
  summary: 'Change the caption of a picture',
  description: 'Your page shows the caption at once.',
  params: ofPicture,
  body: () => z.strictObject({ caption: caption() }),
  success: 200,
  answer: () => dataOf(portfolioPicture()),
  errors: [],
});

export const ReorderPortfolio = declare({
  ...change,
  name: 'ReorderPortfolio',
  method: 'put',
  path: `${path}/order`,
  summary: 'Reorder your portfolio',
  description:
    'Sorts your pictures as in `pictureIds`, which must contain the id of each picture exactly once. An id that is none of your pictures, ' +
    'for example of one that was removed, returns 404. Another list returns 400 VALIDATION_FAILED, for example because a picture was added since ' +
    'you read the portfolio. With ' +
    '`expectedPictureIds`, a portfolio that has another order by now returns 409 VERSION_CONFLICT.',
  body: () =>
    z.strictObject({
      expectedPictureIds: z
        .array(uuid())
        .max(portfolioLimits.pictures)
        .optional()
        .describe('The ids in the order that you read.'),
      pictureIds: z
        .array(uuid())
        .max(portfolioLimits.pictures)
        .describe('The ids of all your pictures in the new order.'),
    }),
  success: 200,
  answer: () => portfolio(),
  errors: ['VERSION_CONFLICT', 'RESOURCE_NOT_FOUND'],
});

export const RemovePortfolioPicture = declare({
  ...change,
  name: 'RemovePortfolioPicture',
  method: 'delete',
  path: `${path}/{pictureId}`,
  summary: 'Remove a picture from your portfolio',
  description:
    'Within a second the page stops showing the picture, and the address of the picture returns 404. The service then deletes the file. Returns the ' +
    'pictures that remain.',
  params: ofPicture,
  success: 200,
  answer: () => portfolio(),
  errors: [],
});

export const RemoveCreatorPicture = declare({
  name: 'RemoveCreatorPicture',
  method: 'delete',
  path: '/staff/users/{userId}/portfolio/{pictureId}',
  access: 'staff',
  tag: 'Staff reviews',
  summary: "Remove a picture from a creator's portfolio",
  description:
    'For a picture that is stolen or offensive, for example. Within a second the page of the creator stops showing it, and its ' +
    'address returns 404. The service then deletes the file. The audit log keeps the reason. Returns the pictures that remain.',
  params: () => z.object({ userId: pathId().describe('User id of the creator.'), pictureId: uuid() }),
  body: () => z.strictObject({ reason: words(1_000).describe('Why the picture is removed.') }),
  success: 200,
  answer: () => portfolio(),
  errors: [],
  idempotency: 'optional',
  rate: 'write',
});
