import { EventEmitter } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError, tooBusy } from '../errors.ts'

export interface EventStream {
  readonly closed: boolean
  send(event: { id?: number | string; event: string; data: unknown }): void
  /** Resolves after this time, or earlier if the stream closes. */
  pause(milliseconds: number): Promise<void>
  close(): void
}

/** Seconds between keep-alive comments. Must be shorter than the idle timeout of any proxy on the way. */
const KEEP_ALIVE_SECONDS = 20

/** Maximum number of open streams per account and process. Enough for an account's tabs on all devices. */
const MAX_STREAMS_PER_ACCOUNT = 20
/** Maximum number of open streams per process. Each uses a socket and a timer. */
const MAX_STREAMS = 5_000

/** Open streams with the ids of their accounts. */
const openStreams = new WeakMap<FastifyInstance, Map<EventStream, string>>()

/** Closes every open stream when the server closes, so that stopping does not wait for browsers. */
export function closeStreamsOnStop(app: FastifyInstance): void {
  const streams = new Map<EventStream, string>()
  openStreams.set(app, streams)
  app.addHook('preClose', async () => {
    for (const stream of streams.keys()) {
      stream.send({ event: 'stopping', data: null })
      stream.close()
    }
  })
}

/** Turns the reply into a stream of server-sent events, with the headers set by Fastify's hooks. Throws 429 if the account has too many open streams. */
export function openEventStream(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): EventStream {
  const streams = openStreams.get(app)
  assertMayOpen(streams, accountId)
  const { raw } = reply
  const headers = reply.getHeaders()
  reply.hijack()
  raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Otherwise the socket would stay open for another request, and a stopping server would wait for it.
    connection: 'close',
  })
  raw.write('retry: 2000\n\n')
  let wakeUp = () => {}
  let closed = false
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
  streams?.set(stream, accountId)
  request.raw.once('close', () => stream.close())
  raw.once('close', () => stream.close())
  return stream
}

function assertMayOpen(streams: Map<EventStream, string> | undefined, accountId: string) {
  if (!streams) return
  if (streams.size >= MAX_STREAMS) throw tooBusy()
  const own = [...streams.values()].filter((id) => id === accountId).length
  if (own >= MAX_STREAMS_PER_ACCOUNT)
    throw new ApiError('rate_limited', 'This page is open in too many windows. Please close some of them.', {
      retryAfter: 30,
    })
}

/** Id of the last event that the client received before its stream broke. */
export function lastEventId(request: FastifyRequest): number | null {
  const value = Number(request.headers['last-event-id'] ?? Number.NaN)
  return Number.isSafeInteger(value) ? value : null
}

/** Emits the name contained in each database notification. */
export type Notices = EventEmitter<Record<string, []>>

/** Shared database subscription for all streams of this process, created for the first of them. After a gap, every stream is woken once. */
export function createNotices(app: FastifyInstance, channel: string): (deps: Pick<Deps, 'listen'>) => Promise<Notices> {
  let subscription: ReturnType<typeof subscribe> | undefined
  app.addHook('onClose', async () => (await subscription)?.stop())
  return async (deps) => {
    subscription ??= subscribe(deps, channel)
    const { notices } = await subscription.catch((error: unknown) => {
      subscription = undefined
      throw error
    })
    return notices
  }
}

/** Seconds between polls of a stream, the maximum delay after a lost notification. */
const POLL_SECONDS = 5

/**
 * Calls `poll` immediately, after each notification under this name, and at least every five seconds, until it returns false or the stream closes.
 * Then closes the stream. `isFirst` is true for the first call.
 */
export async function pollOnNotice(
  notices: Notices,
  name: string,
  stream: EventStream,
  poll: (isFirst: boolean) => Promise<boolean>,
): Promise<void> {
  let wakeUp = () => {}
  const onNotice = () => wakeUp()
  notices.on(name, onNotice)
  try {
    for (let isFirst = true; !stream.closed; isFirst = false) {
      // Created before the poll, so that a notification during it is not lost.
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      if (!(await poll(isFirst))) break
      await Promise.race([woken, stream.pause(POLL_SECONDS * 1000)])
    }
  } finally {
    notices.off(name, onNotice)
    stream.close()
  }
}

async function subscribe({ listen }: Pick<Deps, 'listen'>, channel: string) {
  const notices: Notices = new EventEmitter<Record<string, []>>().setMaxListeners(0)
  const emitAll = () => {
    for (const name of notices.eventNames()) notices.emit(String(name))
  }
  const stop = await listen(channel, (name) => notices.emit(name), emitAll)
  return { notices, stop }
}
