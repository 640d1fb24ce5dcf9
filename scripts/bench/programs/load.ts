import { runLoad } from '../load.ts';
import { answerEach } from './answer-each.ts';

answerEach(runLoad);
