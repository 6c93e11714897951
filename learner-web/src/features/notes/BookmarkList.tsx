import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import { notePath } from './note-path.ts'
import styles from './notes.module.css'
import { useBookmarks } from './useBookmarks.ts'

/** Bookmarked lessons, of one course or, if `course` is empty, of all. */
export function BookmarkList({ course }: { course: string }) {
  const { bookmarks, error, retry, remove } = useBookmarks()
  const { run, pendingName, isPending } = useAction({ onError: showError })
  if (error) return <FailedLine why={`Your bookmarks could not be loaded. ${errorMessage(error)}`} onRetry={retry} />
  const shown = bookmarks?.filter(({ lesson }) => course === '' || lesson.course === course) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="bookmarks" className={styles.panel}>
      <h2 id="bookmarks" className={styles.heading}>
        Bookmarks
      </h2>
      <ul className={styles.bookmarks}>
        {shown.map((bookmark) => {
          const { lesson, id } = bookmark
          const path = notePath(lesson, null)
          return (
            <li key={id}>
              <Icon name="bookmarked" size={18} />
              <span>
                {path ? <Link to={path}>{lesson.title}</Link> : lesson.title}
                <small className="muted">
                  {lesson.course_title}
                  {!path && ' · No longer part of the course'}
                </small>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove the bookmark of ${lesson.title}`}
                busy={pendingName === id}
                disabled={isPending}
                onClick={() => void run(() => remove(bookmark), id)}
              >
                Remove
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
