import * as z from 'zod';
import { uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { text, words } from '../shared/text.ts';

export const uploadStatuses = ['PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED'] as const;
/** Verdicts of the virus scanner; NOT_MADE where the deployment has none. An infected file is REJECTED. */
export const virusChecks = ['CLEAN', 'NOT_MADE'] as const;
export type VirusCheck = (typeof virusChecks)[number];
export type UploadStatus = (typeof uploadStatuses)[number];

/** Files per result, per statement, and per proof of ownership. */
export const maxFiles = 10;

/** Ids of private files of one purpose. */
export const fileIds = lazy(() =>
  z
    .array(uuid())
    .min(1)
    .max(maxFiles)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain a file twice')
    .meta({ uniqueItems: true }),
);

const mebibyte = 1024 * 1024;
export const uploadLimits = {
  imageBytes: 10 * mebibyte,
  videoBytes: 100 * mebibyte,
  pdfBytes: 50 * mebibyte,
  /** Width times height. */
  imagePixels: 100_000_000,
  /** Days after which unneeded evidence of ownership, or a screenshot that became no proof, is deleted. */
  unneededEvidenceDays: 30,
  open: 50,
  /** Open or verified files for the results of an assignment, and for the statements of each party. */
  ofAssignment: 200,
};
const { imageBytes, videoBytes, pdfBytes } = uploadLimits;

/** The kinds of private files. Each purpose takes some of them. JPEG is one type of IMAGE. */
export const fileKinds = ['IMAGE', 'JPEG', 'VIDEO', 'PDF'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The types of private files and their maximal sizes in bytes. */
export const uploadTypes = {
  'image/jpeg': imageBytes,
  'image/png': imageBytes,
  'image/webp': imageBytes,
  'video/mp4': videoBytes,
  'video/quicktime': videoBytes,
  'video/webm': videoBytes,
  'application/pdf': pdfBytes,
} as const;
export type UploadType = keyof typeof uploadTypes;

/** The kinds that each purpose takes. The proof of a result may be a PDF only if its service allows it. */
export const kindsOfPurpose = {
  proof: fileKinds,
  evidence: ['IMAGE', 'VIDEO'],
  picture: ['IMAGE'],
  recording: ['VIDEO'],
  screenshot: ['JPEG'],
} as const satisfies Readonly<Record<string, readonly FileKind[]>>;

export function kindsOf(type: UploadType): readonly FileKind[] {
  if (type === 'application/pdf') return ['PDF'];
  if (type === 'image/jpeg') return ['IMAGE', 'JPEG'];
  return type.startsWith('video/') ? ['VIDEO'] : ['IMAGE'];
}

/** The processing of images, for the document. */
export const imageTerms =
  'The service refuses an image with more than 100 megapixels. It removes EXIF (including GPS), XMP, IPTC, texts and comments from ' +
  'images. It keeps the orientation of a JPEG. From every file it removes what follows the end: bytes after an image, such as the film of a ' +
  'motion photo, after the last box of MP4 and QuickTime, after the last element of WebM, and after the last %%EOF of a PDF. It serves ' +
  'videos and PDF files otherwise unchanged, and as downloads only. For MP4 and QuickTime the type of the container counts, whichever was announced. ' +
  'The message of a refusal says what is wrong with the file.';

/**
 * Characters that file names must not contain: path separators, control characters (including CR and LF), line ends, and directional
 * formatting characters, which can disguise an extension.
 */
export const notInFileNames = String.raw`/\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;

const fileNamePattern = String.raw`^[^/\\\x00-\x1f\x7f-\x9f]*[^/\\\x00-\x20\x7f-\x9f][^/\\\x00-\x1f\x7f-\x9f]*$`;

/** The fields of a request that announces a file. A wrong type or size is INVALID_PROOF. */
export const newFile = lazy(() => ({
  fileName: words(255)
    .refine(
      (name) => new RegExp(`^[^${notInFileNames}]*$`).test(name),
      'must not contain path separators or control characters',
    )
    .meta({
      // Weaker than notInFileNames: the dialects of regular expressions share no syntax for characters beyond Latin-1.
      pattern: fileNamePattern,
      description:
        'The name under which a browser saves the download, 1 to 255 characters. It must not be blank, and must not contain slashes, ' +
        'backslashes, control characters or marks of writing direction.',
      example: 'proof.png',
    }),
  contentType: text(0, 127)
    .transform((type) => type.toLowerCase())
    .meta({
      type: 'string',
      description:
        `One of ${Object.keys(uploadTypes).join(', ')}, or another name that browsers have for a file of these kinds, such as image/jpg, ` +
        'video/x-m4v, video/3gpp or video/x-matroska. If it is empty or application/octet-stream, the ending of the file name decides.',
      example: 'image/png',
    }),
  size: z.int().nonnegative().describe('Exact size of the file in bytes.').meta({ example: 482_113 }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be the SHA-256 of the file in 64 hexadecimal digits')
    .transform((digest) => digest.toLowerCase())
    .meta({
      type: 'string',
      pattern: '^[0-9A-Fa-f]{64}$',
      description: 'SHA-256 of the file, in hexadecimal.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
}));

export interface NewFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

export const openUpload = lazy(() =>
  z
    .strictObject({
      uploadId: uuid(),
      status: z.enum(uploadStatuses).describe('PENDING in the first response. A replay returns the present status.'),
      method: z.literal('PUT'),
      url: z
        .string()
        .nullable()
        .describe(
          'Signed URL for the file, valid until expiresAt, without credentials of this API. A replay returns a new signature; ' +
            'null if the upload no longer expects a file.',
        ),
      headers: z
        .record(z.string(), z.string())
        .describe('Headers to send with the file, unchanged: method, type and length are signed.'),
      expiresAt: instant(),
    })
    .meta({ id: 'PrivateUpload' }),
);
export type OpenUpload = z.output<ReturnType<typeof openUpload>>;

/** The served copy; null before VERIFIED. */
export const servedFile = lazy(() => ({
  storedSize: z
    .int()
    .nullable()
    .describe(
      'Size of the file to download, in bytes. It may differ from the announced size, because the service removes metadata ' +
        'from images, and what follows the end of a file. null before VERIFIED.',
    )
    .meta({ example: 480_032 }),
  storedSha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the file to download, in hexadecimal. null before VERIFIED.')
    .meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
  virusCheck: z
    .enum(virusChecks)
    .nullable()
    .describe('CLEAN: a virus scanner found nothing. NOT_MADE: no scanner has checked it. null before VERIFIED.'),
}));

export const completedUpload = lazy(() =>
  z
    .strictObject({ uploadId: uuid(), status: z.literal('VERIFIED').describe('Only a VERIFIED file counts as proof.') })
    .meta({ id: 'VerifiedUpload' }),
);
export type CompletedUpload = z.output<ReturnType<typeof completedUpload>>;

/** A URL that gives a private file to anyone who has the URL, for a minute. */
export const signedAddress = lazy(() =>
  z.strictObject({ url: z.string(), expiresAt: instant() }).meta({ id: 'SignedDownload' }),
);

/**
 * The target of a private file: the ownership of a channel, a deliverable of an assignment or a statement about it (null), a recording session, a
 * post of a campaign, or the portfolio of a creator.
 */
export type UploadTarget =
  | { readonly channelId: number }
  | { readonly portfolioCreatorId: number }
  | { readonly statsSessionId: number }
  | { readonly campaignPostId: number }
  | { readonly assignmentId: number; readonly deliverableId: number | null };
