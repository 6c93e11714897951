import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { CloudError } from './driver.ts'

/** Most bytes that a program may print before it is stopped: a nuke of a large account repeats itself every few seconds. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** What is read of one line unless more is asked for; the rest of it is skipped. */
const MAX_LINE_BYTES = 16 * 1024
/** Characters of its standard error that are kept. */
const MAX_ERRORS = 8 * 1024
/** Milliseconds after its end for which somebody may hold its output open who left its group. */
const HELD_OPEN_MS = 5_000

/**
 * Stands between this process and the program, in a process of its own: when this one dies, however it dies, its channel ends and the program
 * is killed with all that it started. Otherwise a cleaner would go on removing in an account that has been given to somebody else.
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
  /** All of its environment: nothing of ours is passed on. */
  env: Record<string, string>
  /** When this is aborted, the program is told to stop. */
  signal: AbortSignal
  /** By which signal it is told, and how long it has then before it is killed. */
  stop: { signal: 'SIGINT' | 'SIGTERM'; withinMs: number }
  maxLineBytes?: number
  onLine(line: string): void
  /** Lines of its standard error. */
  onErrorLine?(line: string): void
  /** Told its own process, not that of its guard. */
  onStart?(pid: number): void
}

export interface Ended {
  /** Null where it was not even started, because it was to stop before. */
  code: number | null
  /** Why it was stopped before its end. */
  stopped: 'output' | 'signal' | null
  /** The end of what it said on its standard error. */
  errors: string
}

/** Runs a program by its arguments, never by a shell, and tells what it prints line by line. It never outlives this process. */
export async function runProgram(program: Program): Promise<Ended> {
  const { file, args, cwd, env, signal, stop, maxLineBytes = MAX_LINE_BYTES, onLine, onErrorLine, onStart } = program
  if (signal.aborted) return { code: null, stopped: 'signal', errors: '' }
  // A group of its own: an interrupt at our terminal reaches the program through us alone.
  const guard = spawn(process.execPath, ['-e', GUARD, '--', file, ...args], {
    ...{ cwd, env, detached: true },
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
  guard.on('message', (told: { pid?: number; error?: string }) => {
    pid = told.pid
    failure = told.error
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
        // Somebody killed the guard: what it guarded must not be left alone.
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

/** Tells each line, cut to what is read of it, so that one without an end takes no memory. */
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
