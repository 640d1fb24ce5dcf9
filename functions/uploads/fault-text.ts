import { allTypes, heicText, typeNames } from '../../schema/uploads/file-types.ts';
import { uploadLimits } from '../../schema/uploads/uploads.ts';
import { foreignNameIn } from './foreign-name.ts';
import { typeIn } from './type-in.ts';
import type { PictureSize, WalkFault } from './walk.ts';

/** Why a file is rejected after it was announced. */
export type Fault = WalkFault | 'OTHER_BYTES' | 'OTHER_TYPE' | 'TOO_LARGE';

interface Rejected {
  readonly head: Uint8Array;
  /** The announced type. */
  readonly contentType: string;
  readonly picture: PictureSize | null;
}

export const infectedText = 'The virus scanner has found a virus in the file. Upload another file.';

/** What is wrong with a file, and what to do. Each fault has its own sentences. */
export async function faultText(fault: Fault, { head, contentType, picture }: Rejected): Promise<string> {
  const name = nameOf(contentType);
  if (fault === 'OTHER_TYPE') return otherType(head, name);
  if (fault === 'TOO_LARGE')
    return `The picture has ${picture?.width} x ${picture?.height} pixels. At most ${megapixels} megapixels are accepted. Make it smaller, and upload it again.`;
  return texts[fault].replace('{}', name);
}

const texts: Readonly<Record<Exclude<Fault, 'OTHER_TYPE' | 'TOO_LARGE'>, string>> = {
  OTHER_BYTES:
    'The file that arrived is not the announced one: its length or its SHA-256 differs. Announce the file that you send, and upload it again.',
  CUT_OFF:
    'The {} file is not complete: its end is missing. Check that it opens on your device, and upload the whole file.',
  DAMAGED: 'The contents of the {} file are damaged. Open it on your device, save it again, and upload the new file.',
  TOO_COMPLEX:
    'The {} file has too many parts for its size. Export it again with another program, and upload the new file.',
};

const megapixels = uploadLimits.imagePixels / 1_000_000;

async function otherType(head: Uint8Array, announced: string): Promise<string> {
  const type = typeIn(head);
  if (type !== null)
    return `The file is ${typeNames[type]}, not ${announced} as announced. Announce it as ${type}, or export it as ${announced}, and upload it again.`;
  const name = await foreignNameIn(head);
  if (name === 'HEIC') return heicText;
  const found =
    name === null ? `is not ${announced}, and of no type that we know` : `is ${name}, not ${announced} as announced`;
  return `The file ${found}: nothing else may stand at its beginning. Export it as ${announced}, and upload that file.`;
}

const nameOf = (contentType: string): string => {
  const type = allTypes().find((one) => one === contentType);
  return type === undefined ? contentType : typeNames[type];
};
