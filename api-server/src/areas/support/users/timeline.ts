import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { timelineSources } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { invalidField } from '../../../errors.ts'
import { findAccountByUsername } from '../../platform/auth/index.ts'
import { listEvents } from './tab-queries.ts'

/** One page of an account's events. `next` is a cursor of time and key, so new events do not shift the following page. */
export async function readTimeline(
  { db }: Pick<Deps, 'db'>,
  name: string,
  { topic, before, limit = 30 }: Output<'timelineQuery'>,
): Promise<Accepted<'timeline'>> {
  const { id: userId, username } = await findAccountByUsername(db, name)
  const cursor = before === undefined ? null : parseCursor(before)
  const sources = timelineSources.filter(({ kind }) => topic === undefined || topicOf(kind) === topic)
  const events = await listEvents(db, sources, { userId, username }, { before: cursor, limit: limit + 1 })
  const page = events.slice(0, limit)
  const last = page.at(-1)
  return {
    events: page.map((event) => ({ ...event, at: new Date(event.at) })),
    next: last && events.length > limit ? `${last.at} ${last.key}` : null,
  }
}

const topicOf = (kind: string) => kind.split('.')[0]

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z.]+:[\w-]+)$/

function parseCursor(text: string) {
  const [, at, key] = CURSOR.exec(text) ?? []
  if (!at || !key) throw invalidField('before', 'Use the value of `next` from the previous page')
  return { at, key }
}
