import { DownloadRecording } from '../../../../schema/social-accounts/stats-sessions.ts';
import type { CabinetFile } from '../page.ts';
import { toStoredFile } from '../uploads/to-stored-file.ts';

/** The recording of a session. */
const recording: CabinetFile = {
  operation: DownloadRecording,
  async file(api, { params }) {
    const { data } = await api.read(DownloadRecording, { params });
    return toStoredFile(data);
  },
};
export default recording;
