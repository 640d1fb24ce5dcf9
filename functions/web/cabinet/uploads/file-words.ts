import type { VirusCheck } from '../../../../schema/uploads/uploads.ts';

export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export const virusWords: Readonly<Record<VirusCheck, string>> = {
  CLEAN: 'no virus found',
  NOT_MADE: 'not checked for viruses',
};
