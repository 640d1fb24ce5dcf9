/** An edge function beside the Worker that runs all of them. */
declare module '*/worker.js' {
  const worker: import('./worker.js').Worker;
  export default worker;
}
