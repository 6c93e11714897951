import { threadId } from 'node:worker_threads'
import type { Answer, Completion, Run, ShellState, World } from '@flagyard/cloud-simulator'
import { complete, runLine } from '@flagyard/cloud-simulator/shell'

export interface LineTask {
  kind: 'run' | 'complete'
  world: World
  state: ShellState
  line: string
  run: Run
  /** Shared with the main thread: the worker's thread id, and its CPU time in microseconds at the start of the task. */
  clock: Float64Array
}

/** Runs on a worker thread, which is terminated when a line takes too long (line-pool.ts). */
export default async function work({ kind, world, state, line, run, clock }: LineTask): Promise<Answer | Completion> {
  const { user, system } = process.threadCpuUsage()
  clock[1] = user + system
  clock[0] = threadId
  return kind === 'run' ? storable(await runLine(world, state, line, run)) : complete(world, state, line, run.now)
}

/** Replaces what Postgres cannot store in the output of commands, NUL and unpaired surrogates, with the replacement character. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed() as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)])) as T
}
