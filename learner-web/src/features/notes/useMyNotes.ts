import type { Note } from '@flagyard/api-types'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Notes of all courses, paged, newest first. */
export function useMyNotes({ q, course }: { q: string; course: string }) {
  const cache = useQueryClient()
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['listMyNotes', { q, course }],
    queryFn: ({ pageParam, signal }) =>
      api.listMyNotes(
        { ...(q && { q }), ...(course && { course }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    notes: data?.pages.flatMap(({ notes }) => notes),
    remove: async ({ id, version }: Note) => {
      await api.deleteNote({ id, version }).finally(() => cache.invalidateQueries({ queryKey: ['listMyNotes'] }))
      void cache.invalidateQueries({ queryKey: ['listNotedCourses'] })
      void cache.invalidateQueries({ queryKey: ['listLessonNotes'] })
    },
  }
}
