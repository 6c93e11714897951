import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** `/healthz`: the process responds, even when the database does not. `/readyz`: it can serve requests. */
export function health(app: FastifyInstance, { ping }: Pick<Deps, 'ping'>) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ping()
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'waiting for the database' })
    }
  })
}
