export { problemPage } from './problem-page.ts';
export { pageWithoutSlash } from './without-slash.ts';
