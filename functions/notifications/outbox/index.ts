export { readOutbox } from './read-outbox.ts';
export { sendDue } from './send-due.ts';
export { sendMessage } from './send-message.ts';
export { sweepMessages } from './sweep-messages.ts';
