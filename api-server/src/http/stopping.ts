import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds of each of the two steps before open connections are closed. */
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
 * Stops accepting requests without refusing or losing one. First `/readyz` reports that it is stopping, and open connections get one more response.
 * Then new connections are refused, so that a proxy uses another process, while the requests of the latest connections arrive. Finally, idle
 * connections are closed. A proxy that closes idle connections earlier than that loses no request.
 */
export async function stopServing(app: FastifyInstance): Promise<void> {
  stopping.add(app)
  if ((await countConnections(app)) > 0) {
    await pause(LINGER_MS)
    // Directly after the event loop accepted all connections: the system resets those that wait when the listener closes.
    await new Promise(setImmediate)
    // Only the listener: the close of an HTTP server also closes connections whose first request has not arrived yet.
    Server.prototype.close.call(app.server)
    await pause(LINGER_MS)
  }
  await app.close()
}

const countConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
