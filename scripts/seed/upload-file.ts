import { createHash } from 'node:crypto';
import type { apiOf } from './api.ts';

interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Announces a file at this path, sends it to the store and completes its upload. Returns the id of the upload. */
export async function uploadFile(
  api: Pick<ReturnType<typeof apiOf>, 'post'>,
  path: string,
  { name, type, bytes }: SentFile,
): Promise<string> {
  const { uploadId, url, headers } = await api.post<Upload>(path, {
    ...{ fileName: name, contentType: type, size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const { status } = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(bytes) });
  if (status !== 200) throw new Error(`the store answered ${status} to a file for ${path}`);
  await api.post(`${path}/${uploadId}/complete`);
  return uploadId;
}

interface Upload {
  readonly uploadId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
