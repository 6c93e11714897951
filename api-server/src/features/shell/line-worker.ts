import { threadId } from 'node:worker_threads'
import { type Completion, complete } from '../../simulation/shell/complete.ts'
import { runLine } from '../../simulation/shell/run-line.ts'
import type { Answer, Run, ShellState, World } from '../../simulation/world.ts'

/** One line on a worker thread: to be run, or its last word to be completed. */
export interface LineTask {
  kind: 'run' | 'complete'
  world: World
  state: ShellState
  line: string
  run: Run
  /** Shared with the thread that waits: the id of the worker, and its processor time in microseconds when it began. */
  clock: Float64Array
}

/** Runs on a thread of its own, which is terminated when a line takes too long (line-pool.ts). */
export default async function work({ kind, world, state, line, run, clock }: LineTask): Promise<Answer | Completion> {
  const { user, system } = process.threadCpuUsage()
  clock[1] = user + system
  clock[0] = threadId
  return kind === 'run' ? storable(await runLine(world, state, line, run)) : complete(world, state, line, run.now)
}

/** Commands can make text that Postgres cannot store: a NUL, or half of a surrogate pair. The replacement character takes its place. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed() as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)])) as T
}
