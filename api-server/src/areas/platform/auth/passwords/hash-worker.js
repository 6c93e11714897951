import { argon2Sync } from 'node:crypto'

/**
 * Runs on a thread of its own, which may block. JavaScript, because threads come and go: to strip types each would load a WebAssembly
 * program of Node's, and V8 is known to end the whole process when several threads make and drop such code (nodejs/node#64500).
 * @param {import('./hash.ts').Derivation} derivation
 */
export default (derivation) => argon2Sync('argon2id', derivation)
