import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './queries.ts'
import { listUpcomingBanners } from './queries.ts'

/** Maximum number of banners on a page; shown one after the other. */
const MAX_SHOWN = 5

/** Current banners. The rows are cached until one changes, so that pages with banners need no query. */
export async function listShownBanners(deps: Pick<Deps, 'db' | 'listen' | 'clock'>) {
  const upcoming = await cacheUntilInvalidated(deps, 'banners', () => listUpcomingBanners(deps.db))
  const now = deps.clock.now()
  return upcoming
    .filter(({ shows_from, shows_until }) => (!shows_from || shows_from <= now) && (!shows_until || shows_until > now))
    .slice(0, MAX_SHOWN)
    .map(({ id, link, content }) => ({ id, link, content }))
}

type NeededDeps = Pick<Deps, 'db'>

export async function readBanner({ db }: NeededDeps, caller: CurrentUser, id: string) {
  const row = await queries.findBanner(db, id)
  if (!row) throw bannerNotFound()
  return { ...row, allowed: allowedOnBanner(row, caller) }
}

/** The only action on a removed banner is to restore it. */
export function allowedOnBanner({ state }: { state: queries.BannerState }, caller: CurrentUser) {
  const isRemoved = state === 'removed'
  return allowedAmong({
    update: !isRemoved && mayCall(operations.updateBanner, caller),
    delete: !isRemoved && mayCall(operations.deleteBanner, caller),
    restore: isRemoved && mayCall(operations.restoreBanner, caller),
  })
}

export async function createBanner({ db }: NeededDeps, by: AuditActor, input: Output<'bannerInput'>) {
  const fields = columnsOf(input)
  assertEndsAfterStart(fields)
  const id = await db.transaction(async (tx) => {
    const row = await queries.insertBanner(tx, { ...fields, content: input.content })
    await recordAudit(tx, { ...by, action: 'banners.create', subject: subject(row), after: input })
    return row.id
  })
  return readBanner({ db }, by.actor, id)
}

export async function updateBanner(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  { version, ...edit }: Output<'bannerEdit'>,
) {
  await db.transaction(async (tx) => {
    const before = await lockShown(tx, id)
    if (before.version !== version)
      throw new ApiError('stale_version', 'Someone else changed this banner in the meantime. Please reload it.')
    const change = columnsOf(edit)
    assertEndsAfterStart({ ...before, ...change })
    const keys = Object.keys(change) as (keyof typeof change)[]
    if (keys.length === 0) return
    await queries.updateBanner(tx, id, change)
    await recordAudit(tx, {
      ...by,
      action: 'banners.update',
      subject: subject(before),
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: change,
    })
  })
  return readBanner({ db }, by.actor, id)
}

/** Hides a banner from everyone. It is permanently deleted some weeks later. */
export async function deleteBanner({ db }: NeededDeps, by: AuditActor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockShown(tx, id)
    await queries.removeBanner(tx, before.id)
    await recordAudit(tx, { ...by, action: 'banners.delete', subject: subject(before), before })
  })
}

/** Restores a removed banner unchanged. Users who dismissed it do not see it again, because it keeps its id. */
export async function restoreBanner({ db }: NeededDeps, by: AuditActor, id: string) {
  await db.transaction(async (tx) => {
    const removed = await queries.lockBanner(tx, id)
    if (!removed) throw bannerNotFound()
    if (!removed.removed_at) throw new ApiError('conflict', 'This banner was not removed.')
    await queries.restoreBanner(tx, removed.id)
    const { content, active } = removed
    await recordAudit(tx, { ...by, action: 'banners.restore', subject: subject(removed), after: { content, active } })
  })
  return readBanner({ db }, by.actor, id)
}

async function lockShown(tx: Db, id: string): Promise<queries.BannerRow> {
  const row = await queries.lockBanner(tx, id)
  if (!row) throw bannerNotFound()
  if (row.removed_at) throw new ApiError('conflict', 'This banner was removed. Restore it first.')
  return row
}

const subject = ({ id }: { id: string }) => ({ type: 'banner', id })
const bannerNotFound = () => new ApiError('not_found', 'There is no such banner.')

function columnsOf({ shows_from, shows_until, ...rest }: Omit<Output<'bannerEdit'>, 'version'>) {
  const toDate = (time: string | null) => (time === null ? null : new Date(time))
  return {
    ...rest,
    ...(shows_from !== undefined && { shows_from: toDate(shows_from) }),
    ...(shows_until !== undefined && { shows_until: toDate(shows_until) }),
  }
}

function assertEndsAfterStart({ shows_from, shows_until }: { shows_from?: Date | null; shows_until?: Date | null }) {
  if (shows_from && shows_until && shows_until <= shows_from)
    throw invalidField('shows_until', 'The end must be after the start')
}
