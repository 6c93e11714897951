import type { Deployment } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { readEvents } from './event-stream.ts'

const POLL_MS = 3_000

interface Follow {
  id: string
  onChange: (deployment: Deployment) => void
  signal: AbortSignal
  pollMs?: number
}

/**
 * Tells what happens to a deployment until it ended. A cut stream goes on behind the last event it brought; until it
 * does, the deployment is asked for every three seconds, so that the page is never more than that behind.
 */
export async function followDeployment({ id, onChange, signal, pollMs = POLL_MS }: Follow): Promise<void> {
  let lastEventId: string | undefined
  let reached = 0
  let ended = false
  const tell = (deployment: Deployment) => {
    // A stream that goes on may first repeat what was polled meanwhile.
    if (steps[deployment.state] < reached) return
    reached = steps[deployment.state]
    ended = deployment.state === 'ended'
    onChange(deployment)
  }
  while (!signal.aborted && !ended) {
    try {
      const answer = await api.followDeployment(
        { id },
        { signal, headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId } },
      )
      if (answer.body)
        for await (const event of readEvents(answer.body)) {
          lastEventId = event.id ?? lastEventId
          const deployment = deploymentIn(event.data, id)
          if (deployment && !signal.aborted) tell(deployment)
          if (ended) return
        }
    } catch (error) {
      if (isFinal(error)) return
    }
    await pause(pollMs, signal)
    if (signal.aborted) return
    try {
      const deployment = await api.getDeployment({ id }, { signal })
      if (!signal.aborted) tell(deployment)
    } catch (error) {
      if (isFinal(error)) return
    }
  }
}

/** A deployment goes one way only (DOMAIN §5); just between queue and held account it may go back. */
const steps: Record<Deployment['state'], number> = {
  queued: 0,
  held: 0,
  provisioning: 1,
  running: 2,
  ending: 3,
  ended: 4,
}

/** Follows a deployment for as long as the screen shows it. */
export function useFollow(id: string | null, onChange: (deployment: Deployment) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    void followDeployment({ id, onChange: (deployment) => latest.current(deployment), signal: leaving.signal })
    return () => leaving.abort()
  }, [id])
}

/** The deployment that an event carries. Events of other kinds, and those of a newer server, are passed over. */
function deploymentIn(data: string, id: string): Deployment | null {
  try {
    const value = JSON.parse(data) as Partial<Deployment> | null
    return value?.id === id && typeof value.state === 'string' && Array.isArray(value.stages)
      ? (value as Deployment)
      : null
  } catch {
    return null
  }
}

/** Answers that no waiting changes: not mine, not there, not signed in. */
const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
