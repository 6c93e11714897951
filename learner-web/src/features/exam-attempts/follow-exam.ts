import { onlineAtom } from '@flagyard/ui/online'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { isFinal, pause, readEvents } from '../deployments/event-stream.ts'

const RETRY_MS = 3_000

interface Listener {
  /** Called when the exam has changed. The first call comes as soon as the stream is open. */
  onExam: () => void
  /** Called with the current version of the attempt's notes. */
  onNotes: (version: number) => void
  onOpen: (isOpen: boolean) => void
}

/**
 * Follows an exam until the signal is aborted. A broken stream is reopened, and the exam is refetched immediately, so that an unreachable
 * server is noticed.
 */
async function followExam(slug: string, { onExam, onNotes, onOpen }: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let wasOpen = false
    try {
      const response = await api.followMyExam({ exam: slug }, { signal })
      if (response.body)
        for await (const { event, data } of readEvents(response.body)) {
          if (signal.aborted) return
          if (event === 'exam') {
            wasOpen = true
            onOpen(true)
            onExam()
          }
          if (event === 'notes') onNotes(versionIn(data))
        }
    } catch (error) {
      if (signal.aborted || isFinal(error)) return
    }
    if (signal.aborted) return
    onOpen(false)
    if (wasOpen) onExam()
    await pause(RETRY_MS, signal)
  }
}

function versionIn(data: string): number {
  try {
    return Number((JSON.parse(data) as { version?: unknown } | null)?.version ?? 0)
  } catch {
    return 0
  }
}

/** Follows an exam while the component is mounted and the browser is online. Returns whether the stream is open; otherwise the page must poll. */
export function useFollowExam(slug: string, listener: Pick<Listener, 'onExam' | 'onNotes'>): boolean {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useAtomValue(onlineAtom)
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    if (!isOnline) return
    const controller = new AbortController()
    const heard = {
      onExam: () => latest.current.onExam(),
      onNotes: (version: number) => latest.current.onNotes(version),
      onOpen: setOpen,
    }
    void followExam(slug, heard, controller.signal)
    return () => {
      controller.abort()
      setOpen(false)
    }
  }, [slug, isOnline])
  return isOpen
}
