import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'

/** One attempt of the learner with its full record. */
export const useAttempt = (exam: string, id: string) =>
  useQuery({ ...callQuery('getMyAttempt', { exam, id }), staleTime: 0, refetchOnWindowFocus: true })
