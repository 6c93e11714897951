import { EventEmitter } from 'node:events'
import type { Output } from '@flagyard/api-types/contract/operation'
import { deployment as deploymentSchema } from '@flagyard/api-types/schemas'
import type { Deps } from '../../deps.ts'
import type { EventStream } from '../../http/events.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { presentDeployment } from './present.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'

/** Looks without being told: what a lost notice costs at the most. */
const POLL_SECONDS = 5
/** How often an open page is noted; three missed count as gone. */
const PRESENT_SECONDS = 15

/** Emits the id of a deployment when anything happened to it. */
export type DeploymentEvents = EventEmitter<Record<string, []>>

/** One subscription to the database for all streams of this process; after a gap every stream looks for itself. */
export async function subscribeToDeploymentEvents({ listen }: Pick<Deps, 'listen'>) {
  const events: DeploymentEvents = new EventEmitter<Record<string, []>>().setMaxListeners(0)
  const emitAll = () => {
    for (const id of events.eventNames()) events.emit(String(id))
  }
  const stop = await listen('deployment', (id) => events.emit(id), emitAll)
  return { events, stop }
}

/**
 * Tells a page what happens to its deployment until it ended: after each change one `deployment` event with the whole of it as
 * it is now, `warning` and `extended` besides. The id of each event is where a cut stream goes on.
 */
export async function followDeployment(
  deps: Pick<Deps, 'db' | 'secrets'>,
  events: DeploymentEvents,
  user: CurrentUser,
  { id, after, stream }: { id: string; after: number | null; stream: EventStream },
): Promise<void> {
  const { db } = deps
  let seen = after ?? -1
  let wake = () => {}
  const onEvent = () => wake()
  events.on(id, onEvent)
  let present = 0
  try {
    for (let first = true; !stream.closed; first = false) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (Date.now() - present > PRESENT_SECONDS * 1000) {
        await waiting.touchPresence(db, id)
        present = Date.now()
      }
      const happened = await queries.listEventsAfter(db, id, seen)
      const last = happened.at(-1)
      if (first || last) {
        // A stream that begins knows the state of things from the snapshot; what happened before is history.
        if (after !== null || !first)
          for (const event of happened)
            if (event.kind === 'warning' || event.kind === 'extended')
              stream.send({ id: event.id, event: event.kind, data: event.data })
        seen = last?.id ?? seen
        const now: Output<'deployment'> = deploymentSchema.parse(
          await presentDeployment(deps, await queries.findMine(db, user.id, id)),
        )
        stream.send({ id: seen, event: 'deployment', data: now })
        if (now.state === 'ended') break
      }
      await Promise.race([woken, stream.pause(POLL_SECONDS * 1000)])
    }
  } finally {
    events.off(id, onEvent)
    stream.close()
  }
}
