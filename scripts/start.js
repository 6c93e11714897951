/**
 * Runs `npm start` on any Node from version 18: installs the packages, builds, and runs the server with the pinned Node. `npm start -- --built` only
 * runs the server. The npm script begins with `exec`, because a shell between npm and this program would not forward signals.
 */
import { spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pinnedNode = join(root, 'node_modules/node/bin/node')

/** Milliseconds between checks that npm is still running. */
const PARENT_CHECK_MS = 500

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { variables, flags, program, args } = JSON.parse(
    readFileSync(join(root, 'scripts/server-command.json'), 'utf8'),
  )
  const steps = [
    { command: 'npx', args: ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'] },
    { command: pinnedNode, args: ['scripts/build.ts'] },
  ]
  const server = { command: pinnedNode, args: [...flags, program, ...args], env: variables, isServer: true }
  process.exitCode = await runInTurn(process.argv.includes('--built') ? [server] : [...steps, server])
}

/**
 * Runs programs one after the other until one fails, and returns the last exit code. Forwards signals to the running program and skips the rest. If
 * npm was killed, the running program is stopped too, so that no process is left behind.
 */
export async function runInTurn(programs) {
  let running
  let stopped
  const stop = (signal) => {
    stopped ??= signal
    if (running) send(running, signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))

  // Only under npm: a shell that ran this file directly may be closed.
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
        // The server stops when this channel closes, even if this program was killed.
        stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
        // A separate process group, to stop all programs started by npx.
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
