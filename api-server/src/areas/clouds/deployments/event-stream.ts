import type { Output } from '@flagyard/api-types/contract/operation'
import { deployment as deploymentSchema } from '@flagyard/api-types/schemas'
import type { Deps } from '../../../deps.ts'
import { type EventStream, type Notices, pollOnNotice } from '../../../http/events.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { isStillSignedIn } from '../../../identity/queries.ts'
import { presentDeployment } from './present.ts'
import { findShownDeployment } from './present-queries.ts'
import * as queries from './queries.ts'
import * as queueQueries from './queue/queries.ts'

/** Seconds between presence updates of an open page. After three missed updates the page counts as closed. The session is checked at the same interval. */
const PRESENT_SECONDS = 15

/**
 * Streams a deployment to its page until it has ended. Sends a `deployment` event with the full current state after each change, plus `warning` and
 * `extended` events. An interrupted stream resumes after the id of its last event. When its session ends, the stream closes before anything else is
 * sent.
 */
export function followDeployment(
  deps: Pick<Deps, 'db' | 'secrets' | 'config'>,
  events: Notices,
  user: CurrentUser,
  { id, after, stream }: { id: string; after: number | null; stream: EventStream },
): Promise<void> {
  const { db } = deps
  let lastSeenId = after ?? -1
  let presenceSavedAt = 0
  return pollOnNotice(events, id, stream, async (isFirst) => {
    const isPresenceDue = Date.now() - presenceSavedAt > PRESENT_SECONDS * 1000
    const newEvents = await queries.listEventsAfter(db, id, lastSeenId)
    const last = newEvents.at(-1)
    if ((isPresenceDue || last) && !(await isStillSignedIn(db, user))) return false
    if (isPresenceDue) {
      await queueQueries.touchPresence(db, id)
      presenceSavedAt = Date.now()
    }
    if (!isFirst && !last) return true
    // A new stream gets the current state in its first event; earlier events are history.
    if (after !== null || !isFirst)
      for (const event of newEvents)
        if (event.kind === 'warning' || event.kind === 'extended')
          stream.send({ id: event.id, event: event.kind, data: event.data })
    lastSeenId = last?.id ?? lastSeenId
    const current: Output<'deployment'> = deploymentSchema.parse(
      await presentDeployment(deps, await findShownDeployment(db, user.id, id)),
    )
    stream.send({ id: lastSeenId, event: 'deployment', data: current })
    return current.state !== 'ended'
  })
}
