import { createClient } from '@flagyard/api-types/contract/client'
import { courseAdminOperations } from '@flagyard/api-types/courses/admin-operations'
import { useQuery } from '@tanstack/react-query'
import { sendAllowed } from '../../lib/api.ts'

const { previewCourse, getLessonVideo } = courseAdminOperations

/** The two calls of the preview, apart from the learners' own, so that only its authors load them. */
export const previewApi = createClient({ previewCourse, getLessonVideo }, { send: sendAllowed })

/** The course as it would be once its draft is published. */
export const useCoursePreview = (slug: string) =>
  useQuery({ queryKey: ['previewCourse', { slug }], queryFn: () => previewApi.previewCourse({ slug }), staleTime: 0 })
