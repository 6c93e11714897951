import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { lockAccountNoKey } from '../../platform/auth/service.ts'
import { findOpenLesson } from '../progress/service.ts'
import * as queries from './bookmark-queries.ts'

/** Maximum number of bookmarks per account. All are returned in one response. */
const MAX_BOOKMARKS = 500

export const listMyBookmarks = ({ db }: Pick<Deps, 'db'>, { id }: CurrentUser) => queries.listBookmarks(db, id)

/** Bookmarks a lesson. Repeated calls return the existing bookmark. */
export async function createBookmark(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { course, section, lesson: slug }: Output<'bookmarkCreate'>,
): Promise<Accepted<'bookmark'>> {
  const { lesson } = await findOpenLesson(db, user, course, section, slug)
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const kept = await queries.findBookmark(tx, user.id, lesson.id)
    if (kept) return kept
    if ((await queries.countBookmarks(tx, user.id)) >= MAX_BOOKMARKS)
      throw new ApiError('conflict', `You have ${MAX_BOOKMARKS} bookmarks, and no more fit. Take some away first.`)
    await queries.insertBookmark(tx, user.id, lesson.id)
    const made = await queries.findBookmark(tx, user.id, lesson.id)
    if (!made) throw new Error('The bookmark was not written')
    return made
  })
}

export async function deleteBookmark({ db }: Pick<Deps, 'db'>, { id: user }: CurrentUser, id: string): Promise<void> {
  if (!(await queries.deleteBookmark(db, user, id)))
    throw new ApiError('not_found', 'There is no such bookmark among yours.')
}
