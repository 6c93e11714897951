import type { Deployment } from '@flagyard/api-types'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../lib/api.ts'
import { isFinal, pause, readEvents } from './event-stream.ts'

const POLL_MS = 3_000

interface FollowOptions {
  id: string
  onChange: (deployment: Deployment) => void
  signal: AbortSignal
  pollMs?: number
}

/**
 * Calls `onChange` with each state of a deployment until it has ended. An interrupted stream resumes after the last event received; until
 * then the deployment is polled, so that the page is at most three seconds behind.
 */
export async function followDeployment({ id, onChange, signal, pollMs = POLL_MS }: FollowOptions): Promise<void> {
  let lastEventId: string | undefined
  let lastStep = 0
  let ended = false
  const report = (deployment: Deployment) => {
    // A resumed stream may repeat states that are older than the polled one.
    if (stepOrder[deployment.state] < lastStep) return
    lastStep = stepOrder[deployment.state]
    ended = deployment.state === 'ended'
    onChange(deployment)
  }
  while (!signal.aborted && !ended) {
    try {
      const response = await api.followDeployment(
        { id },
        { signal, headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId } },
      )
      if (response.body)
        for await (const event of readEvents(response.body)) {
          lastEventId = event.id ?? lastEventId
          const deployment = parseDeployment(event.data, id)
          if (deployment && !signal.aborted) report(deployment)
          if (ended) return
        }
    } catch (error) {
      if (isFinal(error)) return
    }
    await pause(pollMs, signal)
    if (signal.aborted) return
    try {
      const deployment = await api.getDeployment({ id }, { signal })
      if (!signal.aborted) report(deployment)
    } catch (error) {
      if (isFinal(error)) return
    }
  }
}

/** States only move forward, except between the queue and a reserved account. */
const stepOrder: Record<Deployment['state'], number> = {
  queued: 0,
  held: 0,
  provisioning: 1,
  running: 2,
  ending: 3,
  ended: 4,
}

export function useFollowDeployment(id: string | null, onChange: (deployment: Deployment) => void): void {
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    void followDeployment({ id, onChange: (deployment) => report(deployment), signal: controller.signal })
    return () => controller.abort()
  }, [id])
}

/** The deployment in an event's data; null for other events and unknown formats of newer servers. */
function parseDeployment(data: string, id: string): Deployment | null {
  try {
    const value = JSON.parse(data) as Partial<Deployment> | null
    return value?.id === id && typeof value.state === 'string' && Array.isArray(value.stages)
      ? (value as Deployment)
      : null
  } catch {
    return null
  }
}
