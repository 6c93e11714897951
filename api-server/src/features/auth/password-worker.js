import { spawnSync } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'

// On Linux even the nicest thread runs on for milliseconds while one that answers requests waits for its core; an idle one makes way at
// once. Node cannot ask for that, the system's own command can. Where it is missing the threads are merely nice.
if (process.platform === 'linux') {
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
}

/**
 * Runs on a thread of its own, which may block. JavaScript, because threads come and go: to strip types each would load a WebAssembly
 * program of Node's, and V8 is known to end the whole process when several threads make and drop such code (nodejs/node#64500).
 * @param {import('./password.ts').Derivation} derivation
 * @returns {Uint8Array}
 */
export default (derivation) => argon2Sync('argon2id', derivation)
