export { sendDue } from './send-due.ts';
export { sendMessage } from './send-message.ts';
