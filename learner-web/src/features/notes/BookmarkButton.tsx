import { Button } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import { type LessonPlace, samePlace } from './note-drafts.ts'
import { useBookmarks } from './useBookmarks.ts'

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
      Bookmark
    </Button>
  )
}
