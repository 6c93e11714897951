import { courseContentOperations } from '@flagyard/api-types/content/course-operations'
import { createClient } from '@flagyard/api-types/contract/client'
import { useQuery } from '@tanstack/react-query'
import { sendAllowed } from '../../lib/api.ts'

const { previewCourse, getLessonVideo } = courseContentOperations

/** The two operations of the preview, in a separate client so that only authors load them. */
export const previewApi = createClient({ previewCourse, getLessonVideo }, { send: sendAllowed })

/** The course with its draft applied. */
export const useCoursePreview = (slug: string) =>
  useQuery({ queryKey: ['previewCourse', { slug }], queryFn: () => previewApi.previewCourse({ slug }), staleTime: 0 })
