export { listFactoryPosts } from './list-factory-posts.ts';
export { scanFactoryPosts } from './scan-factory-posts.ts';
export { takeDueFactoryWork } from './take-due-factory-work.ts';
