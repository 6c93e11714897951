import type { Output } from '@flagyard/api-types/contract/operation'
import { deployment as deploymentSchema } from '@flagyard/api-types/schemas'
import type { Deps } from '../../deps.ts'
import type { EventStream } from '../../http/events.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { describeDeployment } from './present.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'

/** Looks without being told: what a lost notice costs at the most. */
const POLL_SECONDS = 5
/** How often an open page is noted; three missed count as gone. */
const PRESENT_SECONDS = 15

/** Wakes the streams of this process, one subscription for all of them. */
export interface Bell {
  hear(deploymentId: string, wake: () => void): () => void
}

export async function hangBell({ listen }: Pick<Deps, 'listen'>): Promise<Bell & { stop(): Promise<void> }> {
  const waiting = new Map<string, Set<() => void>>()
  const ring = (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  }
  const wakeAll = () => {
    for (const all of waiting.values()) for (const wake of all) wake()
  }
  const stop = await listen('deployment', ring, wakeAll)
  return {
    stop,
    hear(id, wake) {
      const all = waiting.get(id) ?? new Set()
      waiting.set(id, all.add(wake))
      return () => {
        all.delete(wake)
        if (all.size === 0) waiting.delete(id)
      }
    },
  }
}

/**
 * Tells a page what happens to its deployment until it ended: after each change one `deployment` event with the whole of it as
 * it is now, `warning` and `extended` besides. The id of each event is where a cut stream goes on (fault 27).
 */
export async function followDeployment(
  deps: Pick<Deps, 'db' | 'secrets'>,
  bell: Bell,
  user: CurrentUser,
  { id, after, stream }: { id: string; after: number | null; stream: EventStream },
): Promise<void> {
  const { db } = deps
  let seen = after ?? -1
  let wake = () => {}
  const stopHearing = bell.hear(id, () => wake())
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
      const events = await queries.listEventsAfter(db, id, seen)
      const last = events.at(-1)
      if (first || last) {
        // A stream that begins knows the state of things from the snapshot; what happened before is history.
        if (after !== null || !first)
          for (const event of events)
            if (event.kind === 'warning' || event.kind === 'extended')
              stream.send({ id: event.id, event: event.kind, data: event.data })
        seen = last?.id ?? seen
        const now: Output<'deployment'> = deploymentSchema.parse(
          await describeDeployment(deps, await queries.findMine(db, user.id, id)),
        )
        stream.send({ id: seen, event: 'deployment', data: now })
        if (now.state === 'ended') break
      }
      await Promise.race([woken, stream.pause(POLL_SECONDS * 1000)])
    }
  } finally {
    stopHearing()
    stream.close()
  }
}
