import type { Deps } from '../src/deps.ts'
import type { Job } from '../src/jobs/job.ts'
import type { Queue } from '../src/jobs/queue.ts'
import { listJobs } from '../src/registry/jobs.ts'

export interface ManualQueue extends Queue {
  /** What was sent and not worked on yet. */
  waiting: { name: string; data: object }[]
  /** Works on everything that was sent, and on what that sends, in order; delays do not count. */
  work(): Promise<void>
  /** Runs one job, a sweep for instance. */
  run(name: string, data?: object): Promise<void>
}

/** A queue that a test works by hand: nothing happens before it says so, so that it can look at every state in between. */
export function createManualQueue(deps: () => Deps): ManualQueue {
  const jobs = () => new Map(listJobs(deps()).map((job) => [job.name, job as unknown as Job<object>]))
  const queue: ManualQueue = {
    waiting: [],
    async run(name, data = {}) {
      const job = jobs().get(name)
      if (!job) throw new Error(`No job is named ${name}`)
      await job.handle(data, { jobId: 'by hand', attempt: 1, signal: new AbortController().signal })
    },
    async work() {
      for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) await queue.run(next.name, next.data)
    },
    onRun() {},
    register() {},
    async send(_db, name, data, { unlessWaiting } = {}) {
      if (unlessWaiting && queue.waiting.some((job) => job.name === name)) return null
      queue.waiting.push({ name, data })
      return 'by hand'
    },
    async sendMissing(db, name, ids) {
      const waits = (id: string) =>
        queue.waiting.some((job) => job.name === name && (job.data as { id?: string }).id === id)
      for (const id of ids) if (!waits(id)) await queue.send(db, name, { id })
    },
    async start() {},
    async stop() {},
    deadLetters: async () => [],
    countDeadLetters: async () => 0,
    revive: async () => false,
    dismiss: async () => false,
  }
  return queue
}
