import { addCopyButtons } from './copy.ts';
import { showCountdowns } from './countdown.ts';
import { showDatesOfPackages } from './dates.ts';
import { keepFormsSafe, submitFilters } from './forms.ts';
import { keepLive, showTyped } from './live.ts';
import { addModerationKeys } from './moderation.ts';
import { showCurrentTab } from './tabs.ts';
import { showLocalTimes } from './times.ts';
import { addUploads } from './uploads.ts';

/** What the script adds to the pages of the cabinet. Everything works without it. */
document.documentElement.classList.add('scripted');
addCopyButtons();
addUploads();
keepFormsSafe();
submitFilters();
showCountdowns();
showDatesOfPackages();
showLocalTimes();
showCurrentTab();
keepLive();
showTyped();
addModerationKeys();
