/**
 * What `npm start` runs, by any Node from 18 on: installs the packages, builds, and runs the server with the pinned Node until it ends.
 * `npm start -- --built` runs the server at once. The script begins with `exec`, so that no shell stands between npm and this program:
 * shells do not pass signals on.
 */
import { spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pinnedNode = join(root, 'node_modules/node/bin/node')

/** How often the launcher looks whether npm is still there. */
const PARENT_CHECK_MS = 500

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { variables, flags, program } = JSON.parse(readFileSync(join(root, 'scripts/server-command.json'), 'utf8'))
  const steps = [
    { command: 'npx', args: ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'] },
    { command: pinnedNode, args: ['scripts/build.ts'] },
  ]
  const server = { command: pinnedNode, args: [...flags, program], env: variables, isServer: true }
  process.exitCode = await runInTurn(process.argv.includes('--built') ? [server] : [...steps, server])
}

/**
 * Runs programs one after the other until one fails, and returns the last exit code. A signal is passed on to the one that runs, and ends
 * the rest. When npm is killed it passes nothing on: then the program is stopped too, so that nothing stays behind.
 */
export async function runInTurn(programs) {
  let running
  let stopped
  const stop = (signal) => {
    stopped ??= signal
    if (running) send(running, signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))

  // Only npm's own end is looked for: someone who runs this file by hand may close the shell.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, PARENT_CHECK_MS)
  try {
    let code = 0
    for (const { command, args, env, isServer = false } of programs) {
      if (stopped) return code || 128 + constants.signals[stopped]
      const child = spawn(command, args, {
        cwd: root,
        env: { ...process.env, ...env },
        // The server ends when its channel does, even if this program was killed.
        stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
        // The programs that npx starts are stopped as one group.
        detached: !isServer,
      })
      running = { child, isServer }
      code = await exitCodeOf(child)
      running = undefined
      if (code !== 0) return code
    }
    return code
  } finally {
    clearInterval(watch)
  }
}

function send({ child, isServer }, signal) {
  if (child.pid === undefined || child.exitCode !== null) return
  if (isServer) child.kill(signal)
  else process.kill(-child.pid, signal)
}

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}
