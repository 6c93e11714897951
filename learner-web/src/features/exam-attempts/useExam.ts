import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { onlineAtom } from '@flagyard/ui/page-state'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { isFinal, pause, readEvents } from '../deployments/event-stream.ts'

type ChangeName = 'book' | 'move' | 'cancel' | 'check_in' | 'reset' | 'hand_in' | 'report' | 'preflight' | 'admit'
export type ExamHandle = ReturnType<typeof useExam>

export interface AttemptProps {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/**
 * The learner's exam, and changes to it. The server pushes changes; without the stream, the page polls. It also polls at a low rate with
 * the stream, because a dead connection looks the same as one without events.
 */
export function useExam(slug: string) {
  const query = callQuery('getMyExam', { exam: slug })
  const isFollowing = useRef(false)
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = useQuery({
    ...query,
    // Another device may have changed it, and a cached response has an outdated server time.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollMs(state.data, isFollowing.current),
  })
  const [notesVersion, setNotesVersion] = useState(0)
  const read = useCoalesced(async () => {
    const flags = callQuery('listExamFlags', { exam: slug }).queryKey
    await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: flags })])
  })
  isFollowing.current = useFollowExam(slug, { onExam: read, onNotes: setNotesVersion })
  const { run, pendingName, error: actionError } = useAction()
  const [lastName, setLastName] = useState<ChangeName>()

  const refresh = async (): Promise<MyExamDetails | undefined> => {
    const [{ data: now, isError }] = await Promise.all([
      refetch(),
      queryClient.invalidateQueries({ queryKey: callQuery('getCanSchedule', { exam: slug }).queryKey }),
      queryClient.invalidateQueries({ queryKey: ['listMyExams'] }),
    ])
    return isError ? undefined : now
  }

  return {
    exam: data,
    error,
    /** True while the server pushes changes. */
    isFollowing: isFollowing.current,
    /** Latest known version of the notes; 0 if unknown. */
    notesVersion,
    /** True if the last request failed and older data is shown. */
    isCutOff: isRefetchError && !(error instanceof ApiError),
    retry: () => void refetch(),
    refresh,
    /** Milliseconds to add to this computer's clock to get the server's. */
    clockOffset: data ? Date.parse(data.now) - dataUpdatedAt : 0,
    pendingName,
    /** Error of the last change, returned only for that change. */
    errorOf: (name: ChangeName) => (name === lastName ? actionError : undefined),
    /**
     * Sends a change and refetches the exam. If the response was lost, the change counts as made if `happened` is true for the refetched
     * exam, so that learners do not repeat it.
     */
    change: (name: ChangeName, send: () => Promise<unknown>, happened: (exam: MyExamDetails) => boolean) => {
      setLastName(name)
      return run(async () => {
        try {
          await send()
        } catch (failure) {
          const now = await refresh()
          if (now && happened(now)) return
          throw failure
        }
        await refresh()
      }, name)
    },
  }
}

/** Runs a task after each call, but never concurrently: calls during a run are merged into one run afterwards. */
function useCoalesced(task: () => Promise<unknown>): () => void {
  const latest = useRef(task)
  latest.current = task
  const state = useRef<'idle' | 'running' | 'queued'>('idle')
  return () => {
    if (state.current !== 'idle') {
      state.current = 'queued'
      return
    }
    const run = async () => {
      do {
        state.current = 'running'
        await latest.current().catch(() => undefined)
      } while (isQueued(state.current))
      state.current = 'idle'
    }
    void run()
  }
}

const isQueued = (state: string) => state === 'queued'

export const newestAttempt = (exam: MyExamDetails): ExamAttempt | undefined => exam.attempts[0]

/** Minimum polling interval of a running exam while the stream is open. */
const FOLLOWED_POLL_MS = 10_000

function pollMs(exam: MyExamDetails | undefined, isFollowing: boolean): number | false {
  const ms = unfollowedPollMs(exam)
  return ms && isFollowing ? Math.max(ms, FOLLOWED_POLL_MS) : ms
}

function unfollowedPollMs(exam: MyExamDetails | undefined): number | false {
  const attempt = exam && newestAttempt(exam)
  switch (attempt?.state) {
    case 'scheduled':
      return exam?.preflight?.state === 'building' ? 5_000 : 60_000
    case 'provisional':
      return 60_000
    case 'preparing':
      return 5_000
    case 'active': {
      const isSettled =
        exam?.environment?.state === 'running' &&
        !exam.admitted?.wanted &&
        !attempt.clock_stopped_at &&
        attempt.seconds_left > 0
      return isSettled ? 15_000 : 5_000
    }
    default:
      return false
  }
}

export const useAttempt = (exam: string, id: string) =>
  useQuery({ ...callQuery('getMyAttempt', { exam, id }), staleTime: 0, refetchOnWindowFocus: true })

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
function useFollowExam(slug: string, listener: Pick<Listener, 'onExam' | 'onNotes'>): boolean {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useAtomValue(onlineAtom)
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    if (!isOnline) return
    const controller = new AbortController()
    const callbacks = {
      onExam: () => latest.current.onExam(),
      onNotes: (version: number) => latest.current.onNotes(version),
      onOpen: setOpen,
    }
    void followExam(slug, callbacks, controller.signal)
    return () => {
      controller.abort()
      setOpen(false)
    }
  }, [slug, isOnline])
  return isOpen
}
