import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'

type ChangeName = 'book' | 'move' | 'cancel' | 'check_in' | 'reset' | 'hand_in'
export type ExamHandle = ReturnType<typeof useExam>

/** My exam as the server knows it, asked again as often as its state may change by itself, and the changes of it. */
export function useExam(slug: string) {
  const cache = useQueryClient()
  const query = callQuery('getMyExam', { exam: slug })
  const { data, error, refetch, dataUpdatedAt, isRefetchError } = useQuery({
    ...query,
    // Another device may have changed it, and what was kept of another visit has an old clock.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollMs(state.data),
  })
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

/** The attempt that matters: the newest. */
export const newestAttempt = (exam: MyExamDetails): ExamAttempt | undefined => exam.attempts[0]

function pollMs(exam: MyExamDetails | undefined): number | false {
  const attempt = exam && newestAttempt(exam)
  switch (attempt?.state) {
    case 'scheduled':
    case 'provisional':
      return 60_000
    case 'preparing':
      return 5_000
    case 'active': {
      const isSettled = exam?.environment?.state === 'running' && !attempt.clock_stopped_at && attempt.seconds_left > 0
      return isSettled ? 15_000 : 5_000
    }
    default:
      return false
  }
}
