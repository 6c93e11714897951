import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `/metrics` for a monitoring server, on a separate port that visitors cannot reach: request durations by route (never by the
 * requested URL) and runtime metrics. Off without METRICS_PORT.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
): Promise<FastifyInstance | undefined> {
  if (config.metricsPort === undefined) return undefined
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
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
  const metrics = Fastify({ logger: false })
  metrics.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await metrics.listen({ port: config.metricsPort, host: config.metricsHost })
  return metrics
}
