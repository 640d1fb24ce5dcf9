import { addCopyButtons } from './copy.ts';
import { keepFormsSafe, submitFilters } from './forms.ts';
import { keepLive } from './live.ts';
import { addModerationKeys } from './moderation.ts';
import { showLocalTimes } from './times.ts';

/** What the script adds to the pages of the cabinet. Everything works without it. */
document.documentElement.classList.add('scripted');
addCopyButtons();
keepFormsSafe();
submitFilters();
showLocalTimes();
keepLive();
addModerationKeys();
