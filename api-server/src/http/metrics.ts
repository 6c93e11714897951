import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type JobFacts, secondsOf } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'

type Jobs = Record<string, JobFacts>

interface Sources {
  config: Pick<Config, 'metricsPort' | 'metricsHost'>
  queue: Pick<Queue, 'onRun'>
  jobs: Jobs
  telemetry: { meter: Meter | undefined } | null
}

/** Receives durations in seconds. */
export interface Meter {
  /** The route is the pattern of the path, never the requested URL. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void
  run(labels: { job: string; owner: string; outcome: string }, seconds: number): void
}

/** Upper bounds of the histograms, in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Measures requests and runs of background jobs, for `/metrics` (with METRICS_PORT) and for a collector. Measures nothing without both. Returns the
 * server of `/metrics`.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { config, queue, jobs, telemetry }: Sources,
): Promise<FastifyInstance | undefined> {
  const { metricsPort: port, metricsHost: host } = config
  const prometheus = port === undefined ? undefined : await startPrometheus({ port, host }, jobs)
  const meters = [prometheus?.meter, telemetry?.meter].filter((meter) => meter !== undefined)
  if (meters.length === 0) return undefined
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    for (const meter of meters) meter.request(labels, reply.elapsedTime / 1000)
  })
  queue.onRun(({ job, seconds, outcome }) => {
    for (const meter of meters) meter.run({ job, owner: jobs[job]?.owner ?? 'none', outcome }, seconds)
  })
  return prometheus?.server
}

/** Serves `/metrics`, with runtime metrics, on a separate port that visitors cannot reach. */
async function startPrometheus(address: { port: number; host: string }, jobs: Jobs) {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'flagyard_request_seconds',
    help: 'Seconds from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const runs = new Histogram({
    name: 'flagyard_job_seconds',
    help: 'Seconds of a run of a background job',
    labelNames: ['job', 'owner', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const intervals = new Gauge({
    name: 'flagyard_job_interval_seconds',
    help: 'Seconds between two runs of a sweep',
    labelNames: ['job', 'owner'],
    registers: [registry],
  })
  for (const [job, { owner, every }] of Object.entries(jobs)) {
    // A job that has not run yet counts zero, so that an alarm on its rate finds it.
    runs.zero({ job, owner, outcome: 'done' })
    if (every) intervals.set({ job, owner }, secondsOf(every))
  }
  const server = Fastify({ logger: false })
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await server.listen(address)
  const meter: Meter = {
    request: (labels, seconds) => durations.observe(labels, seconds),
    run: (labels, seconds) => runs.observe(labels, seconds),
  }
  return { server, meter }
}
