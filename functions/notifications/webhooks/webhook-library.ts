/** Through a module of our own: the library is CommonJS, of which an import() has no names once the Worker is built. */
export { Webhook } from 'standardwebhooks';
