import { DownloadRecording } from '../../../../schema/social-accounts/stats-sessions.ts';
import { signedFile } from '../uploads/signed-file.ts';

/** The recording of a session. */
export default signedFile(DownloadRecording);
