import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Answer, Completion } from '@flagyard/cloud-simulator'
import { Piscina } from 'piscina'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { serverFolder } from '../../../server-folder.ts'
import type { LineTask } from './line-worker.ts'

/** Maximum CPU time of one line, in milliseconds. CPU time does not pass while a machine stalls, so harmless lines are not stopped. */
const CPU_MS = 500
/** Maximum duration of one line, in milliseconds, however little CPU time it gets. */
const WALL_MS = 10_000
const LOOK_EVERY_MS = 100
/** Number of worker threads. One core stays free for everything else. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Maximum number of waiting lines per learner, or per network of visitors. */
const MAX_WAITING = 30
/** Maximum number of learners with a line that runs or waits. */
const MAX_LEARNERS = 200

/** Exit code of a killed process, as reported by shells. */
const KILLED = 137

type Place = Pick<LineTask, 'world' | 'state' | 'line'>

/** Runs a line on a worker thread. A line that is stopped changes nothing. */
export async function runLineOnThread({ clock }: Pick<Deps, 'clock'>, place: Place): Promise<Answer> {
  const run = { now: clock.now(), nonce: randomUUID() }
  const done = await onThread<Answer>({ ...place, kind: 'run', run })
  if (typeof done !== 'string') return done
  const { world, state } = place
  const output = `${done}\n`
  return { output, exit: KILLED, clear: false, state, world, effects: [], log: [], missing: [] }
}

export async function completeOnThread({ clock }: Pick<Deps, 'clock'>, place: Place): Promise<Completion> {
  const done = await onThread<Completion>({ ...place, kind: 'complete', run: { now: clock.now(), nonce: '' } })
  return typeof done === 'string' ? { from: place.line.length, words: [] } : done
}

/** Lines that wait for an earlier line of the same learner, by learner. */
const turns = new Map<string, (() => void)[]>()

/**
 * Runs the lines of one learner one after the other. The queue for threads is first come, first served and contains at most one line
 * per learner, so a flood of lines from one learner delays another learner by one line at most.
 */
export async function inTurn<T>(learner: string, work: () => Promise<T>): Promise<T> {
  const waiting = turns.get(learner)
  if (waiting) {
    if (waiting.length >= MAX_WAITING)
      throw new ApiError('rate_limited', 'Too many of your commands are waiting. Please wait a moment and try again.', {
        retryAfter: 5,
      })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    if (turns.size >= MAX_LEARNERS) throw busy()
    turns.set(learner, [])
  }
  try {
    return await work()
  } finally {
    const next = turns.get(learner)?.shift()
    if (next) next()
    else turns.delete(learner)
  }
}

const busy = () =>
  new ApiError('unavailable', 'Too many commands are running at the moment. Please try again in a few seconds.', {
    retryAfter: 5,
  })

const MAX_TRIES = 10

/**
 * Repeats a line until its effects are saved. `work` returns undefined if another line changed the shell in the meantime. That
 * happens on another server, or when two people share a rehearsal.
 */
export async function untilSaved<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = await work()
    if (done !== undefined) return done
  }
  throw busy()
}

let idle = THREADS
const waiting: (() => void)[] = []

/** Result of a task, or a message that explains why it was stopped. */
async function onThread<Result extends object>(task: Omit<LineTask, 'clock'>): Promise<Result | string> {
  if (idle > 0) idle--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  const clock = new Float64Array(new SharedArrayBuffer(16))
  const late = new AbortController()
  const stopWatching = watch(clock, () => late.abort())
  try {
    return (await pool().run({ ...task, clock }, { signal: late.signal })) as Result
  } catch (error) {
    if (late.signal.aborted) return 'This command took too long and was stopped.'
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return 'This command needed too much memory and was stopped.'
    throw error
  } finally {
    stopWatching()
    const next = waiting.shift()
    if (next) next()
    else idle++
  }
}

/** Calls `stop` when the task exceeds its CPU time or duration, counted from its start on the thread. Returns a function that ends the watch. */
function watch(clock: Float64Array, stop: () => void): () => void {
  let startedAt: number | undefined
  let asking = false
  const look = async () => {
    const [thread, cpuBefore = 0] = clock
    const worker = pool().threads.find(({ threadId }) => threadId === thread)
    if (!worker) return
    startedAt ??= performance.now()
    if (performance.now() - startedAt > WALL_MS) return stop()
    // A thread in a long V8 operation answers late, and a terminated thread never answers.
    if (asking) return
    asking = true
    const used = await worker.cpuUsage().catch(() => undefined)
    asking = false
    if (used && used.user + used.system - cpuBefore > CPU_MS * 1000) stop()
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

let opened: Piscina<LineTask, Answer | Completion> | undefined

/** Threads with their own heap, started for the first line and ended when idle. They do not get the server's environment variables. */
function pool(): Piscina<LineTask, Answer | Completion> {
  opened ??= new Piscina({
    ...program(),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 30_000,
    atomics: 'disabled',
    niceIncrement: 10,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  }).on('error', () => {
    // A thread ran out of memory after its line was stopped. The line already has its answer, and the thread is replaced.
  })
  return opened
}

/** Program of the worker: a built file, or the sources with their types stripped. */
function program() {
  if (!import.meta.url.endsWith('.ts')) return { filename: join(import.meta.dirname, 'line-worker.js') }
  const places = ['packages/cloud-simulator/src/**/*.ts', 'api-server/src/areas/training/shell/line-worker.ts']
  const files = globSync(places, { cwd: join(serverFolder, '..') })
  const sources = new Map(
    files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => join(serverFolder, '..', file))
      .map((file) => [pathToFileURL(file).href, stripTypeScriptTypes(readFileSync(file, 'utf8'))]),
  )
  return { filename: join(serverFolder, 'src/areas/training/shell/line-worker-sources.js'), workerData: { sources } }
}
