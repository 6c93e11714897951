import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { cloudAccountJobs } from '../../src/areas/clouds/cloud-accounts/jobs.ts'
import { deploymentJobs } from '../../src/areas/clouds/deployments/jobs.ts'
import { examAttemptJobs } from '../../src/areas/training/exam-attempts/jobs.ts'
import { parseConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { cloudAccounts, deployments, terraformEnvironments } from '../../src/db/schema/index.ts'
import type { Deps } from '../../src/deps.ts'
import { type CloudDriver, withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import type { Job } from '../../src/jobs/job.ts'
import type { Queue } from '../../src/jobs/queue.ts'
import { ports } from '../../src/registry/ports.ts'
import { createSecrets } from '../../src/secrets.ts'

const SECRET_KEY = 'a secret key of the tests, long enough'

export interface Worker {
  deps: Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'clock' | 'config' | 'tenants' | 'examEnvironments'>
  run(name: string, data?: object): Promise<void>
  /** Runs sweeps and jobs until no work is left. */
  settle(): Promise<void>
  /** Drops queued jobs, like a process that dies. */
  forget(): void
}

/** One process that works on labs and exams. Its queue is in memory, and sweeps find lost jobs. */
export function createWorker(db: Db, clouds: CloudDriver = withCallTimeouts(createSimulatedClouds(db))): Worker {
  const waiting: { name: string; data: object }[] = []
  const queue = {
    async send(_db: Db, name: string, data: object) {
      // Jobs of the rest of the server do not run here.
      if (jobs.has(name)) waiting.push({ name, data })
      return 'in memory'
    },
    async sendMissing(_db: Db, name: string, ids: string[]) {
      for (const id of ids) waiting.push({ name, data: { id } })
    },
  } as unknown as Queue
  const log = Fastify({ logger: { level: 'silent' } }).log
  const deps = {
    db,
    clouds,
    queue,
    log,
    secrets: createSecrets(SECRET_KEY),
    config: { ...parseConfig({ DEMO: '1' }), secretKey: SECRET_KEY, demoPassword: undefined },
    clock: { now: () => new Date() },
    ...ports,
  }
  const jobs = new Map(
    [...cloudAccountJobs(deps), ...deploymentJobs(deps), ...examAttemptJobs(deps)].map((job) => [
      job.name,
      job as unknown as Job<object>,
    ]),
  )
  const run = async (name: string, data: object = {}) =>
    jobs.get(name)?.handle(data, { jobId: name, attempt: 1, signal: new AbortController().signal })
  return {
    deps,
    run,
    forget() {
      waiting.length = 0
    },
    async settle() {
      for (let round = 0; round < 50; round++) {
        await run('deployments.sweep')
        await run('cloud-accounts.sweep')
        await run('exam-room.tend')
        if (waiting.length === 0) return
        for (let next = waiting.shift(); next; next = waiting.shift()) await run(next.name, next.data)
      }
      throw new Error('The workers never came to rest')
    },
  }
}

/** Racing workers wait for connections, on a slow machine longer than a visitor would. */
export const openWorkersDatabase = (url: string) =>
  openPostgresDatabase(url, { connections: 12, connectTimeoutMs: 30_000 })

/** Back-dates heartbeats and pauses, which is faster than waiting. */
export async function pass(db: Db): Promise<void> {
  const long = sql`now() - interval '10 minutes'`
  await db.update(deployments).set({ heartbeat_at: long })
  await db.update(cloudAccounts).set({ heartbeat_at: long, retry_at: null })
  await db.update(terraformEnvironments).set({ heartbeat_at: long })
  await db.update(cloudAccounts).set({ status_since: long }).where(eq(cloudAccounts.status, 'Nuked'))
}
