import type { CourseProgress, LessonProgress } from '@flagyard/api-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { toasts } from '../../shell/toasts.ts'
import type { LessonRef } from './lesson-ref.ts'

/** Data of a classroom: the learner's progress and, if they are enrolled, the course. Requested in parallel, because nearly everyone here is enrolled. */
export function useClassroom(slug: string) {
  const progress = useQuery(callQuery('getCourseProgress', { slug }))
  const course = useQuery(callQuery('getCourseDetails', { slug }))
  const refused = progress.data?.enrolled === true ? course.error : null
  return {
    progress: progress.data,
    course: course.data,
    error: progress.error ?? refused,
    retry: () => void (progress.error ? progress.refetch() : course.refetch()),
  }
}

/** Updates one lesson in the cached progress of the course. */
export function useSaveLessonProgress(slug: string): (lesson: LessonProgress) => void {
  const cache = useQueryClient()
  return useCallback(
    (row) =>
      cache.setQueryData<CourseProgress>(callQuery('getCourseProgress', { slug }).queryKey, (cached) => {
        if (!cached) return cached
        const others = cached.lessons.filter((one) => one.section !== row.section || one.lesson !== row.lesson)
        return { ...cached, lessons: [...others, row] }
      }),
    [cache, slug],
  )
}

export function useRefreshProgress(slug: string): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    void cache.invalidateQueries({ queryKey: ['listMyCourses'] })
    await cache.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug }).queryKey })
  }, [cache, slug])
}

/** Marks a lesson as complete. `complete` resolves to whether the server accepted it; otherwise `error` has the reason. */
export function useCompleteLesson(slug: string, lesson: LessonRef) {
  const cache = useQueryClient()
  const { run, isPending, error } = useAction()
  const complete = () =>
    run(async () => {
      const { queryKey } = callQuery('getCourseProgress', { slug })
      const before = cache.getQueryData<CourseProgress>(queryKey)
      const after = await api.completeLesson({ slug, section_slug: lesson.section, lesson_slug: lesson.lesson })
      cache.setQueryData(queryKey, after)
      void cache.invalidateQueries({ queryKey: ['listMyCourses'] })
      if (after.completed_at && !before?.completed_at)
        toasts.show({ type: 'success', content: 'That was the last lesson: the course is complete.' })
    })
  return { complete, isPending, error }
}

/** Records the last seen lesson, so that other devices resume here. */
export function useRecordLastSeen(slug: string, { section, lesson }: LessonRef): void {
  const cache = useQueryClient()
  useEffect(() => {
    api.updateLastSeen({ slug, updateLastSeenPayload: { section, lesson } }).then(
      () => cache.invalidateQueries({ queryKey: ['listMyCourses'] }),
      // Ignored: the next heartbeat or lesson records it again.
      () => undefined,
    )
  }, [cache, slug, section, lesson])
}
