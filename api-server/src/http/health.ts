import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isDiskFull } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { readClockDifference } from '../integrations/clock.ts'
import { isStopping } from './stopping.ts'

/** Milliseconds for which this process is not ready after a write failed because the disk is full. */
const DISK_FULL_MS = 30_000
/**
 * Maximum clock difference to the database, in milliseconds. With a larger one, other processes reject this process's access tokens
 * as expired or not yet valid.
 */
export const MAX_CLOCK_DRIFT_MS = 30_000

interface NotReady {
  status: string
  retryAfter: number
}

/** `/healthz`: the process responds, even if the database does not. `/readyz`: the process can serve requests. */
export function health(app: FastifyInstance, deps: Pick<Deps, 'ping' | 'clock'>) {
  let diskFullUntil = 0
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) diskFullUntil = Date.now() + DISK_FULL_MS
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const obstacle = isStopping(app)
      ? { status: 'stopping', retryAfter: 5 }
      : Date.now() < diskFullUntil
        ? { status: 'the disk is full', retryAfter: 30 }
        : await findObstacle(app, deps)
    if (!obstacle) return { status: 'ready' }
    const { status, retryAfter } = obstacle
    return reply.code(503).header('retry-after', String(retryAfter)).send({ status })
  })
}

async function findObstacle(app: FastifyInstance, deps: Pick<Deps, 'ping' | 'clock'>): Promise<NotReady | undefined> {
  let difference: number
  try {
    difference = await readClockDifference(deps)
  } catch (error) {
    app.log.warn({ err: error }, 'not ready')
    return { status: 'waiting for the database', retryAfter: 5 }
  }
  if (Math.abs(difference) <= MAX_CLOCK_DRIFT_MS) return undefined
  const seconds = Math.round(Math.abs(difference) / 1_000)
  const status = `the clock of this machine is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the database's`
  app.log.error(`not ready: ${status}`)
  return { status, retryAfter: 30 }
}

/**
 * Answers for the server while the database is migrated: alive, not ready. Without it, an orchestrator would kill a process that migrates for minutes,
 * or one that waits for it.
 */
export function createWaitingProbes({ host, port }: { host: string; port: number }) {
  const server = createServer(({ url }, response) => {
    const alive = url === '/healthz'
    response.writeHead(alive ? 200 : 503, {
      'content-type': 'application/json',
      connection: 'close',
      'retry-after': '5',
    })
    response.end(JSON.stringify({ status: alive ? 'ok' : 'migrating the database' }))
  })
  return {
    /** A port of 0 would be another one than the server's. */
    async listen(): Promise<void> {
      if (server.listening || port === 0) return
      server.listen({ host, port })
      await once(server, 'listening')
    },
    async close(): Promise<void> {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
