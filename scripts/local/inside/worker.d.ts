export { default } from '../../../functions/worker.ts';
