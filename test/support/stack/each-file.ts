import { beginFile } from './stack.ts';

// Vitest runs this before it imports a test file.
await beginFile();
