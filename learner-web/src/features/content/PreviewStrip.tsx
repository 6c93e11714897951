import { consolePaths } from '@flagyard/api-types/console-links'
import { courseContentOperations } from '@flagyard/api-types/content/course-operations'
import { createClient } from '@flagyard/api-types/contract/client'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { sendAllowed } from '../../lib/api.ts'
import * as t from '../../messages/en/content.ts'
import styles from '../../shell/shell.module.css'

export function PreviewStrip({ slug }: { slug: string }) {
  return (
    <aside className={styles.strip} aria-label={t.preview}>
      <p className={styles.words}>{t.nothingIsSaved({})}</p>
      <Link to={consolePaths.course(slug)}>{t.backToConsole}</Link>
    </aside>
  )
}

const { previewCourse, getLessonVideo } = courseContentOperations

/** The two operations of the preview, in a separate client so that only authors load them. */
export const previewApi = createClient({ previewCourse, getLessonVideo }, { send: sendAllowed })

export const useCoursePreview = (slug: string) =>
  useQuery({ queryKey: ['previewCourse', { slug }], queryFn: () => previewApi.previewCourse({ slug }), staleTime: 0 })
