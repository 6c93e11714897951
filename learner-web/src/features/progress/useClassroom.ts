import type { CourseProgress, LessonProgress } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/progress.ts'
import { showSuccess } from '../../shell/toasts.ts'
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
  return useCallback(
    (row) =>
      queryClient.setQueryData<CourseProgress>(callQuery('getCourseProgress', { slug }).queryKey, (cached) => {
        if (!cached) return cached
        const others = cached.lessons.filter((one) => one.section !== row.section || one.lesson !== row.lesson)
        return { ...cached, lessons: [...others, row] }
      }),
    [slug],
  )
}

export function useRefreshProgress(slug: string): () => Promise<void> {
  return useCallback(async () => {
    void queryClient.invalidateQueries({ queryKey: ['listMyCourses'] })
    await queryClient.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug }).queryKey })
  }, [slug])
}

/** Marks a lesson as complete. `complete` resolves to whether the server accepted it; otherwise `error` has the reason. */
export function useCompleteLesson(slug: string, lesson: LessonRef) {
  const { run, isPending, error } = useAction()
  const complete = () =>
    run(async () => {
      const { queryKey } = callQuery('getCourseProgress', { slug })
      const before = queryClient.getQueryData<CourseProgress>(queryKey)
      const after = await api.completeLesson({ slug, section_slug: lesson.section, lesson_slug: lesson.lesson })
      queryClient.setQueryData(queryKey, after)
      void queryClient.invalidateQueries({ queryKey: ['listMyCourses'] })
      if (after.completed_at && !before?.completed_at) showSuccess(t.courseComplete)
    })
  return { complete, isPending, error }
}

/** Records the last seen lesson, so that other devices resume here. */
export function useRecordLastSeen(slug: string, { section, lesson }: LessonRef): void {
  useEffect(() => {
    api.updateLastSeen({ slug, updateLastSeenPayload: { section, lesson } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['listMyCourses'] }),
      // Ignored: the next heartbeat or lesson records it again.
      () => undefined,
    )
  }, [slug, section, lesson])
}
