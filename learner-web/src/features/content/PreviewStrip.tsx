import { consolePaths } from '@flagyard/api-types/console-links'
import { courseContentOperations } from '@flagyard/api-types/content/course-operations'
import { createClient } from '@flagyard/api-types/contract/client'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { sendAllowed } from '../../lib/api.ts'
import styles from '../../shell/shell.module.css'

export function PreviewStrip({ slug }: { slug: string }) {
  return (
    <aside className={styles.strip} aria-label="Preview">
      <p className={styles.words}>
        <b>Preview</b>: nothing you do here is saved.
      </p>
      <Link to={consolePaths.course(slug)}>Back to the console</Link>
    </aside>
  )
}

const { previewCourse, getLessonVideo } = courseContentOperations

/** The two operations of the preview, in a separate client so that only authors load them. */
export const previewApi = createClient({ previewCourse, getLessonVideo }, { send: sendAllowed })

export const useCoursePreview = (slug: string) =>
  useQuery({ queryKey: ['previewCourse', { slug }], queryFn: () => previewApi.previewCourse({ slug }), staleTime: 0 })
