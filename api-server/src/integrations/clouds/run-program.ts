import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { CloudError } from './driver.ts'

/** Maximum output of a program, in bytes, before it is stopped. A clean-up of a large account repeats itself every few seconds. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** Default maximum length of a program's output line, in bytes; the rest of the line is skipped. */
const MAX_LINE_BYTES = 16 * 1024
/** Maximum number of stored characters of a program's standard error. */
const MAX_ERRORS = 8 * 1024
/** Milliseconds after the program's end during which a process that left its group may keep its output open. */
const HELD_OPEN_MS = 5_000

/**
 * A separate process between this one and the program. If this process dies, in whatever way, the guard's channel closes, and it kills the program
 * with all its children. Otherwise a cleaner would continue to remove resources in an account that now belongs to another learner.
 */
const GUARD = `
const { spawn } = require('node:child_process')
const [file, ...args] = process.argv.slice(1)
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true })
const kill = (signal) => { try { process.kill(-child.pid, signal) } catch {} }
process.on('message', kill)
process.on('disconnect', () => kill('SIGKILL'))
child.on('spawn', () => process.send({ pid: child.pid }, () => {}))
child.on('error', (error) => process.send({ error: error.message }, () => process.exit(127)))
child.on('exit', (code) => { kill('SIGKILL'); process.exit(code ?? 128) })
`

export interface Program {
  file: string
  args: readonly string[]
  cwd: string
  /** The complete environment: the program does not inherit the server's. */
  env: Record<string, string>
  /** Aborting it stops the program. */
  signal: AbortSignal
  /** Signal that stops the program, and its grace period before it is killed. */
  stop: { signal: 'SIGINT' | 'SIGTERM'; withinMs: number }
  maxLineBytes?: number
  onLine(line: string): void
  /** Called for each line of standard error. */
  onErrorLine?(line: string): void
  /** Called with the pid of the program, not of its guard. */
  onStart?(pid: number): void
}

export interface Ended {
  /** Null if it was not started, because it was aborted before. */
  code: number | null
  /** Why it was stopped early. */
  stopped: 'output' | 'signal' | null
  /** End of its standard error. */
  errors: string
}

/** Runs a program by its arguments, never through a shell, and reports its output line by line. The program never outlives this process. */
export async function runProgram(program: Program): Promise<Ended> {
  const { file, args, cwd, env, signal, stop, maxLineBytes = MAX_LINE_BYTES, onLine, onErrorLine, onStart } = program
  if (signal.aborted) return { code: null, stopped: 'signal', errors: '' }
  // A separate process group, so that an interrupt at our terminal does not reach the program directly.
  const guard = spawn(process.execPath, ['-e', GUARD, '--', file, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let stopped: Ended['stopped'] = null
  let pid: number | undefined
  let failure: string | undefined
  let errors = ''
  let late: NodeJS.Timeout | undefined
  const halt = (why: Ended['stopped']) => {
    if (stopped) return
    stopped = why
    const tell = (name: NodeJS.Signals) => guard.send(name, () => {})
    tell(stop.signal)
    late = setTimeout(() => tell('SIGKILL'), stop.withinMs)
  }
  const onAbort = () => halt('signal')
  signal.addEventListener('abort', onAbort, { once: true })
  let bytes = 0
  const count = (size: number) => {
    bytes += size
    if (bytes > MAX_OUTPUT_BYTES) halt('output')
  }
  guard.on('message', (message: { pid?: number; error?: string }) => {
    pid = message.pid
    failure = message.error
    if (pid) onStart?.(pid)
  })
  guard.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-MAX_ERRORS)
  })
  if (guard.stdout)
    readLines(guard.stdout, { maxLineBytes, count, onLine: (line) => stopped === 'output' || onLine(line) })
  if (guard.stderr)
    readLines(guard.stderr, { maxLineBytes, count, onLine: (line) => stopped === 'output' || onErrorLine?.(line) })
  try {
    const code = await new Promise<number>((resolve, reject) => {
      guard.once('error', (error) => reject(cannotStart(file, error.message)))
      guard.once('exit', (_, killedBy) => {
        // The guard itself was killed, so kill the program as well.
        if (killedBy && pid) killGroup(pid)
        setTimeout(() => {
          for (const stream of [guard.stdout, guard.stderr]) stream?.destroy()
        }, HELD_OPEN_MS).unref()
      })
      guard.once('close', (ended) => resolve(ended ?? 128))
    })
    if (failure !== undefined) throw cannotStart(file, failure)
    return { code, stopped, errors }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', onAbort)
  }
}

const cannotStart = (file: string, why: string) =>
  new CloudError('failed', `The program ${file} cannot be started: ${why}`)

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface Reading {
  maxLineBytes: number
  count(bytes: number): void
  onLine(line: string): void
}

/** Reports each line, truncated to the maximum length, so that an endless line uses no memory. */
function readLines(stream: Readable, { maxLineBytes, count, onLine }: Reading): void {
  let pieces: Buffer[] = []
  let length = 0
  const tell = () => {
    onLine(Buffer.concat(pieces).toString('utf8').replace(/\r$/, ''))
    pieces = []
    length = 0
  }
  stream.on('data', (chunk: Buffer) => {
    count(chunk.length)
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(10, from)
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end)
      if (length < maxLineBytes) pieces.push(piece.subarray(0, maxLineBytes - length))
      length += piece.length
      if (end < 0) break
      tell()
      from = end + 1
    }
  })
  stream.on('end', () => length > 0 && tell())
}
