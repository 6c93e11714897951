import type { Note } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import type { LessonPlace } from './note-drafts.ts'

/** Notes of a lesson, in the order of its video. */
export function useLessonNotes({ course, section, lesson }: LessonPlace) {
  const cache = useQueryClient()
  const query = callQuery('listLessonNotes', { course, section, lesson })
  const { data, error, refetch } = useQuery(query)
  const change = (of: (notes: Note[]) => Note[]) => {
    cache.setQueryData<Note[]>(query.queryKey, (notes) => of(notes ?? []))
    void cache.invalidateQueries({ queryKey: ['listMyNotes'] })
    void cache.invalidateQueries({ queryKey: ['listNotedCourses'] })
  }
  return {
    notes: data,
    error,
    retry: () => void refetch(),
    keep: (note: Note) => change((notes) => [...notes.filter(({ id }) => id !== note.id), note].sort(byPlace)),
    remove: async ({ id, version }: Note) => {
      try {
        await api.deleteNote({ id, version })
      } catch (failure) {
        const code = failure instanceof ApiError ? failure.code : null
        if (code === 'stale_version') void refetch()
        if (code !== 'not_found') throw failure
      }
      change((notes) => notes.filter((note) => note.id !== id))
    },
  }
}

/** Notes on the whole lesson first, then by position. */
const byPlace = (a: Note, b: Note) =>
  (a.position_seconds ?? -1) - (b.position_seconds ?? -1) || a.created_at.localeCompare(b.created_at)
