import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long clients may use the connections that they have kept before those are closed. */
const LINGER_MS = 1_000

const stopping = new WeakSet<FastifyInstance>()

export const isStopping = (app: FastifyInstance): boolean => stopping.has(app)

/** While the server stops, every response asks its client to open another connection for the next request. */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping(app)) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops accepting requests without refusing or losing one: `/readyz` says no, kept connections are answered once more and closed, then the
 * idle rest is closed. A client that sends at the moment when its idle connection is closed gets no answer, so those get a moment first.
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
