import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface EventStream {
  readonly closed: boolean
  send(event: { id?: number | string; event: string; data: unknown }): void
  /** Resolves after the time, or earlier when the stream closes. */
  pause(milliseconds: number): Promise<void>
  close(): void
}

/** Seconds between keep-alive comments. Must be shorter than the idle timeout of any proxy on the way. */
const KEEP_ALIVE_SECONDS = 20

const openStreams = new WeakMap<FastifyInstance, Set<EventStream>>()

/** Closes every open stream when the server closes, so that stopping does not wait for browsers. */
export function closeStreamsOnStop(app: FastifyInstance): void {
  const streams = new Set<EventStream>()
  openStreams.set(app, streams)
  app.addHook('preClose', async () => {
    for (const stream of streams) {
      stream.send({ event: 'stopping', data: null })
      stream.close()
    }
  })
}

/** Turns the reply into a stream of server-sent events. Headers set by Fastify's hooks are kept. */
export function openEventStream(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): EventStream {
  const { raw } = reply
  const headers = reply.getHeaders()
  reply.hijack()
  raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  let wakeUp = () => {}
  let closed = false
  const streams = openStreams.get(app)
  const keepAliveTimer = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE_SECONDS * 1000)
  const stream: EventStream = {
    get closed() {
      return closed
    },
    send({ id, event, data }) {
      if (closed) return
      const lines = [id === undefined ? '' : `id: ${id}\n`, `event: ${event}\n`, `data: ${JSON.stringify(data)}\n\n`]
      raw.write(lines.join(''))
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
        if (closed) wakeUp()
      }),
    close() {
      if (closed) return
      closed = true
      clearInterval(keepAliveTimer)
      streams?.delete(stream)
      wakeUp()
      raw.end()
    },
  }
  streams?.add(stream)
  request.raw.once('close', () => stream.close())
  raw.once('close', () => stream.close())
  return stream
}

/** The id of the last event the client received before its stream broke. */
export function lastEventId(request: FastifyRequest): number | null {
  const value = Number(request.headers['last-event-id'] ?? Number.NaN)
  return Number.isSafeInteger(value) ? value : null
}
