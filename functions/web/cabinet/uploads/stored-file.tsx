import type { AttachedFile } from '../../../../schema/placements/assignments.ts';
import { inWords } from '../frame/status.tsx';
import { sizeOf, virusWords } from './file-words.ts';

interface Props {
  readonly file: Pick<AttachedFile, 'fileName' | 'storedSize' | 'virusCheck'> & Partial<Pick<AttachedFile, 'status'>>;
  /** Leads to the file. Only a verified file has a link. */
  readonly href: string;
}

/** A private file: its name, its size, and the result of the virus check. A file without a status is verified. */
export const StoredFile = ({ file: { fileName, status = 'VERIFIED', storedSize, virusCheck }, href }: Props) => {
  const name = fileName ?? 'File without a name';
  const facts = [
    storedSize === null ? inWords(status).toLowerCase() : sizeOf(storedSize),
    ...(virusCheck === null ? [] : [virusWords[virusCheck]]),
  ];
  return (
    <>
      {status === 'VERIFIED' ? (
        <a href={href} rel="noreferrer" target="_blank" dir="auto">
          {name}
        </a>
      ) : (
        <span dir="auto">{name}</span>
      )}{' '}
      <span class="quiet small">{facts.join(', ')}</span>
    </>
  );
};
