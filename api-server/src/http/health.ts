import type { FastifyInstance } from 'fastify'
import { isDiskFull } from '../db/open.ts'
import type { Deps } from '../deps.ts'

/** How long a write that found the disk full keeps this process from being ready. */
const DISK_FULL_MS = 30_000

/** `/healthz`: the process responds, even when the database does not. `/readyz`: it can serve requests. */
export function health(app: FastifyInstance, { ping }: Pick<Deps, 'ping'>) {
  let diskFullUntil = 0
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) diskFullUntil = Date.now() + DISK_FULL_MS
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (Date.now() < diskFullUntil)
      return reply.code(503).header('retry-after', '30').send({ status: 'the disk is full' })
    try {
      await ping()
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'waiting for the database' })
    }
  })
}
