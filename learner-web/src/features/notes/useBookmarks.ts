import type { Bookmark } from '@flagyard/api-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import type { LessonPlace } from './note-drafts.ts'

const query = callQuery('listMyBookmarks')

/** Bookmarked lessons, newest first. Not loaded during an impersonation. */
export function useBookmarks() {
  const cache = useQueryClient()
  const isMine = useSession() !== null && !isImpersonationTab
  const { data, error, refetch } = useQuery({ ...query, enabled: isMine })
  const change = (of: (bookmarks: Bookmark[]) => Bookmark[]) =>
    cache.setQueryData<Bookmark[]>(query.queryKey, (bookmarks) => of(bookmarks ?? []))
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
