import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFollowExam } from './follow-exam.ts'

type ChangeName = 'book' | 'move' | 'cancel' | 'check_in' | 'reset' | 'hand_in' | 'report' | 'preflight' | 'admit'
export type ExamHandle = ReturnType<typeof useExam>

/**
 * My exam as the server knows it, and the changes of it. The server tells when something has changed; while it cannot, the page asks as often
 * as that may be. It asks now and then in any case: a connection that is silently dead looks like one on which nothing happens.
 */
export function useExam(slug: string) {
  const cache = useQueryClient()
  const query = callQuery('getMyExam', { exam: slug })
  const isFollowing = useRef(false)
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = useQuery({
    ...query,
    // Another device may have changed it, and what was kept of another visit has an old clock.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollMs(state.data, isFollowing.current),
  })
  const [notesVersion, setNotesVersion] = useState(0)
  const read = useCoalesced(async () => {
    const flags = callQuery('listExamFlags', { exam: slug }).queryKey
    await Promise.all([refresh(), cache.invalidateQueries({ queryKey: flags })])
  })
  isFollowing.current = useFollowExam(slug, { onExam: read, onNotes: setNotesVersion })
  const { run, pendingName, error: actionError } = useAction()
  const [lastName, setLastName] = useState<ChangeName>()

  const refresh = async (): Promise<MyExamDetails | undefined> => {
    const [{ data: now, isError }] = await Promise.all([
      refetch(),
      cache.invalidateQueries({ queryKey: callQuery('getCanSchedule', { exam: slug }).queryKey }),
      cache.invalidateQueries({ queryKey: ['listMyExams'] }),
    ])
    return isError ? undefined : now
  }

  return {
    exam: data,
    error,
    /** The server tells what changes. */
    isFollowing: isFollowing.current,
    /** Of the notes, as it was last heard; 0 before. */
    notesVersion,
    /** The last question was not answered, while an older answer is shown. */
    isCutOff: isRefetchError && !(error instanceof ApiError),
    retry: () => void refetch(),
    refresh,
    /** Add it to this computer's time for that of the server. */
    clockOffset: data ? Date.parse(data.now) - dataUpdatedAt : 0,
    pendingName,
    /** Why the last change failed, for the place of that change alone. */
    errorOf: (name: ChangeName) => (name === lastName ? actionError : undefined),
    /**
     * Sends a change, and reads the exam anew. A change whose answer got lost counts as made if it has `happened`, so that nobody is told
     * to do again what is done.
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

/** Runs a task after each call, but never twice at once: what is asked for meanwhile is done once, afterwards. */
function useCoalesced(task: () => Promise<unknown>): () => void {
  const latest = useRef(task)
  latest.current = task
  const state = useRef<'idle' | 'running' | 'asked again'>('idle')
  return () => {
    if (state.current !== 'idle') {
      state.current = 'asked again'
      return
    }
    const run = async () => {
      do {
        state.current = 'running'
        await latest.current().catch(() => undefined)
      } while (wasAskedAgain(state.current))
      state.current = 'idle'
    }
    void run()
  }
}

const wasAskedAgain = (state: string) => state === 'asked again'

/** The attempt that matters: the newest. */
export const newestAttempt = (exam: MyExamDetails): ExamAttempt | undefined => exam.attempts[0]

/** The longest that a page of a running exam goes without asking. */
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
