import { DownloadRecording } from '../../../../schema/social-accounts/stats-sessions.ts';
import type { CabinetFile } from '../page.ts';

/** Leads to the recording at the object store. The address is valid for a minute. */
const recording: CabinetFile = {
  operation: DownloadRecording,
  async file(api, { params }) {
    const { data } = await api.read(DownloadRecording, { params });
    return new Response(null, {
      status: 303,
      headers: { location: data.url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
  },
};
export default recording;
