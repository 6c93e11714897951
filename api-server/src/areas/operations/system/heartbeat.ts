import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Deps } from '../../../deps.ts'
import { readRelease } from '../../../release.ts'
import { deleteAllProcesses, deleteProcess, HEARTBEAT_SECONDS, saveHeartbeat } from './queries.ts'

/** Largest delay that is stored. While the event loop does not run, its mean delay is infinite. */
const MAX_DELAY_MS = 60_000

/** Writes the heartbeat of this process until the returned function is called, which removes its row. */
export async function startHeartbeat(
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  eventLoopDelayMs: () => number,
): Promise<() => Promise<void>> {
  const identity = { id: randomUUID(), host: hostname(), pid: process.pid, role: config.role, ...readRelease() }
  const warn = (error: unknown) => log.warn({ err: error }, 'The heartbeat of this process could not be written')
  let pending: Promise<void> | undefined
  const beat = () => {
    pending ??= saveHeartbeat(db, {
      ...identity,
      memory_bytes: readMemory(),
      event_loop_delay_ms: Math.min(eventLoopDelayMs(), MAX_DELAY_MS),
    })
      .catch(warn)
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  if (!config.databaseUrl) await deleteAllProcesses(db).catch(warn)
  await beat()
  const timer = setInterval(beat, HEARTBEAT_SECONDS * 1_000)
  return async () => {
    clearInterval(timer)
    await pending
    await deleteProcess(db, identity.id).catch(warn)
  }
}

/** Memory in use. Without `/proc`, as in some containers, only its maximum can be read. */
function readMemory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
