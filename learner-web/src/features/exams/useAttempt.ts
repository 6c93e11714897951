import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'

/** One of my attempts with everything that happened in it. */
export const useAttempt = (exam: string, id: string) =>
  useQuery({ ...callQuery('getMyAttempt', { exam, id }), staleTime: 0, refetchOnWindowFocus: true })
