import type { Bookmark } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { notePath } from '../../lib/record-paths.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/notes.ts'
import { showError } from '../../shell/toasts.ts'
import { type LessonPlace, samePlace } from './note-drafts.ts'
import styles from './notes.module.css'

const query = callQuery('listMyBookmarks')

/** Bookmarked lessons, newest first. Not loaded during an impersonation. */
export function useBookmarks() {
  const isMine = useSession() !== null && !isImpersonationTab
  const { data, error, refetch } = useQuery({ ...query, enabled: isMine })
  const change = (of: (bookmarks: Bookmark[]) => Bookmark[]) =>
    queryClient.setQueryData<Bookmark[]>(query.queryKey, (bookmarks) => of(bookmarks ?? []))
  return {
    bookmarks: data,
    error,
    retry: () => void refetch(),
    add: async (bookmarkCreate: LessonPlace) => {
      const made = await api.createBookmark({ bookmarkCreate })
      change((bookmarks) => [made, ...bookmarks.filter(({ id }) => id !== made.id)])
    },
    remove: async ({ id }: Bookmark) => {
      await api.deleteBookmark({ id })
      change((bookmarks) => bookmarks.filter((one) => one.id !== id))
    },
  }
}

export function BookmarkList({ course }: { course: string }) {
  const { bookmarks, error, retry, remove } = useBookmarks()
  const { run, pendingName, isPending } = useAction({ onError: showError })
  if (error) return <FailedLine why={t.bookmarksNotLoaded({ error: errorMessage(error) })} onRetry={retry} />
  const shown = bookmarks?.filter(({ lesson }) => course === '' || lesson.course === course) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="bookmarks" className={styles.panel}>
      <h2 id="bookmarks" className={styles.heading}>
        {t.bookmarks}
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
                  {!path && ` · ${t.noLongerPartOfCourse}`}
                </small>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={t.removeBookmark({ title: lesson.title })}
                busy={pendingName === id}
                disabled={isPending}
                onClick={() => void run(() => remove(bookmark), id)}
              >
                {t.remove}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function BookmarkButton({ place }: { place: LessonPlace }) {
  const { bookmarks, add, remove } = useBookmarks()
  const { run, isPending } = useAction({ onError: showError })
  const mine = bookmarks?.find(({ lesson }) => samePlace(lesson, place))
  return (
    <Button
      size="small"
      aria-pressed={mine !== undefined}
      busy={isPending}
      disabled={!bookmarks}
      onClick={() => void run(() => (mine ? remove(mine) : add(place)))}
    >
      <Icon name={mine ? 'bookmarked' : 'bookmark'} size={18} />
      {t.bookmark}
    </Button>
  )
}
