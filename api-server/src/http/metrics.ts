import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type JobFacts, secondsOf } from '../jobs/job.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `/metrics` for a monitoring server, on a separate port that visitors cannot reach: request durations by route (never by the
 * requested URL), runs of background jobs, and runtime metrics. Off without METRICS_PORT.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { config, queue, jobs }: Pick<Deps, 'config' | 'queue'> & { jobs: Record<string, JobFacts> },
): Promise<FastifyInstance | undefined> {
  if (config.metricsPort === undefined) return undefined
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'flagyard_request_seconds',
    help: 'Seconds from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const runs = new Histogram({
    name: 'flagyard_job_seconds',
    help: 'Seconds of a run of a background job',
    labelNames: ['job', 'owner', 'outcome'],
    buckets,
    registers: [registry],
  })
  queue.onRun(({ job, seconds, outcome }) => runs.observe({ job, owner: jobs[job]?.owner ?? 'none', outcome }, seconds))
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
  const metrics = Fastify({ logger: false })
  metrics.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await metrics.listen({ port: config.metricsPort, host: config.metricsHost })
  return metrics
}
