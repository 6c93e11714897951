import { onlineAtom } from '@flagyard/ui/online'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { isFinal, pause, readEvents } from '../deployments/event-stream.ts'

const RETRY_MS = 3_000

interface Listener {
  /** Something in the room has changed. The first one comes as soon as the stream is open. */
  onExam: () => void
  /** The notes of the attempt have this version now. */
  onNotes: (version: number) => void
  onOpen: (isOpen: boolean) => void
}

/**
 * Listens to an exam until the signal is aborted. A stream that is cut is opened anew, and the exam is asked for at once, so that a server that
 * is away is noticed.
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

/** Follows an exam while the component is mounted and the browser is online. Whether the stream is open: else the page has to ask by itself. */
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
