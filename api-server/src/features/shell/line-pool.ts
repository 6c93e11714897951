import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { serverFolder } from '../../server-folder.ts'
import type { Answer } from '../../simulation/world.ts'
import type { LineTask } from './line-worker.ts'
import type { Completion } from './simulation.ts'

/** Processor time of one line, in milliseconds. A machine that stalls does not stop an honest line. */
const CPU_MS = 500
/** Duration of one line, in milliseconds, however little processor time it gets. */
const WALL_MS = 10_000
const LOOK_EVERY_MS = 100
/** Threads that run lines at once: one core stays free for everything else. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Lines of one learner, or of one address of visitors, that can wait for each other. */
const MAX_WAITING = 30
/** Learners whose lines can wait for a thread. */
const MAX_LEARNERS = 200

/** Exit code of a killed process, as shells report it. */
const KILLED = 137

type Place = Pick<LineTask, 'world' | 'state' | 'line'>

/** Runs a line on a worker thread. If it is stopped, it changes nothing. */
export async function runLineApart({ clock }: Pick<Deps, 'clock'>, place: Place): Promise<Answer> {
  const run = { now: clock.now(), nonce: randomUUID() }
  const done = await onThread<Answer>({ ...place, kind: 'run', run })
  if (typeof done !== 'string') return done
  const { world, state } = place
  const output = `${done}\n`
  return { output, exit: KILLED, clear: false, state, world, effects: [], log: [], missing: [] }
}

export async function completeApart({ clock }: Pick<Deps, 'clock'>, place: Place): Promise<Completion> {
  const done = await onThread<Completion>({ ...place, kind: 'complete', run: { now: clock.now(), nonce: '' } })
  return typeof done === 'string' ? { from: place.line.length, words: [] } : done
}

/** Lines that wait for one of the same learner, by learner. */
const turns = new Map<string, (() => void)[]>()

/**
 * Runs the lines of one learner one after the other. Each learner has one line at most in the queue for threads, which is first come, first served: a flood of
 * one learner's lines delays the next line of another by one of them.
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
 * Repeats a line until what it did is saved. `work` returns undefined if the shell was changed by another line meanwhile, which happens on another server, or
 * where two people share a rehearsal.
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

/** The result of a task, or the sentence that says why it was stopped. */
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

/** Calls `stop` when the task has used up its time, counted from its start on the thread. Returns a function that ends the watch. */
function watch(clock: Float64Array, stop: () => void): () => void {
  let startedAt: number | undefined
  let asking = false
  const look = async () => {
    const [thread, cpuBefore = 0] = clock
    const worker = pool().threads.find(({ threadId }) => threadId === thread)
    if (!worker) return
    startedAt ??= performance.now()
    if (performance.now() - startedAt > WALL_MS) return stop()
    // A thread inside one long step of V8 answers late, and one that has ended not at all.
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

/** Threads with a heap of their own, started for the first line and ended when idle. They see nothing of the server’s environment. */
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
    // A thread that runs out of memory after its line was stopped. The line has its answer, and the thread is replaced.
  })
  return opened
}

/** The worker’s program: a file of the build, or the sources with their types stripped. */
function program() {
  if (!import.meta.url.endsWith('.ts')) return { filename: join(import.meta.dirname, 'line-worker.js') }
  const files = globSync('src/{simulation/**/*,features/shell/line-worker}.ts', { cwd: serverFolder })
  const sources = new Map(
    files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => join(serverFolder, file))
      .map((file) => [pathToFileURL(file).href, stripTypeScriptTypes(readFileSync(file, 'utf8'))]),
  )
  return { filename: join(serverFolder, 'src/features/shell/line-worker-sources.js'), workerData: { sources } }
}
