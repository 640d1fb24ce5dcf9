export { noticePage } from './notice-page.tsx';
export { problemPage } from './problem-page.ts';
export { pageWithoutSlash } from './without-slash.ts';
