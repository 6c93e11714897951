import type { Deployment } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { readEvents } from './event-stream.ts'

const POLL_MS = 3_000

interface FollowOptions {
  id: string
  onChange: (deployment: Deployment) => void
  signal: AbortSignal
  pollMs?: number
}

/**
 * Tells what happens to a deployment until it ended. A cut stream goes on behind the last event it brought; until it
 * does, the deployment is asked for every three seconds, so that the page is never more than that behind.
 */
export async function followDeployment({ id, onChange, signal, pollMs = POLL_MS }: FollowOptions): Promise<void> {
  let lastEventId: string | undefined
  let lastStep = 0
  let ended = false
  const report = (deployment: Deployment) => {
    // A stream that goes on may first repeat what was polled meanwhile.
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
    await sleep(pollMs, signal)
    if (signal.aborted) return
    try {
      const deployment = await api.getDeployment({ id }, { signal })
      if (!signal.aborted) report(deployment)
    } catch (error) {
      if (isFinal(error)) return
    }
  }
}

/** A deployment goes one way only (DOMAIN §5); just between queue and held account it may go back. */
const stepOrder: Record<Deployment['state'], number> = {
  queued: 0,
  held: 0,
  provisioning: 1,
  running: 2,
  ending: 3,
  ended: 4,
}

/** Follows a deployment for as long as the screen shows it. */
export function useFollowDeployment(id: string | null, onChange: (deployment: Deployment) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    void followDeployment({ id, onChange: (deployment) => latest.current(deployment), signal: controller.signal })
    return () => controller.abort()
  }, [id])
}

/** The deployment that an event carries. Events of other kinds, and those of a newer server, are passed over. */
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

/** Answers that no waiting changes: not mine, not there, not signed in. */
const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
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
