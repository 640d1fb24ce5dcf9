export { keepDeadLetters } from './keep-dead-letters.ts';
export { sweepDeadLetters } from './sweep-dead-letters.ts';
