import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'

// On Linux even the nicest thread runs on for milliseconds while one that answers requests waits for its core; an idle one makes way at
// once. Node cannot ask for that, the system's own command can. Where it is missing the thread is merely nice.
if (process.platform === 'linux') {
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
}

export { default } from './password-worker.js'
