import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds for which clients may still use their open connections before these are closed. */
const LINGER_MS = 1_000

const stopping = new WeakSet<FastifyInstance>()

export const isStopping = (app: FastifyInstance): boolean => stopping.has(app)

/** While the server is stopping, every response asks its client to open a new connection for the next request. */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping(app)) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops accepting requests without refusing or losing one: `/readyz` reports that it is stopping, open connections get one more
 * response and are closed, then the idle ones are closed. A client that sends at the moment its idle connection is closed would get
 * no response, so there is a delay before that.
 */
export async function stopServing(app: FastifyInstance): Promise<void> {
  stopping.add(app)
  if ((await countConnections(app)) > 0) await pause(LINGER_MS)
  await app.close()
}

const countConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
