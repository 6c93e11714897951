import { EventEmitter } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

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

async function subscribe({ listen }: Pick<Deps, 'listen'>, channel: string) {
  const notices: Notices = new EventEmitter<Record<string, []>>().setMaxListeners(0)
  const emitAll = () => {
    for (const name of notices.eventNames()) notices.emit(String(name))
  }
  const stop = await listen(channel, (name) => notices.emit(name), emitAll)
  return { notices, stop }
}
