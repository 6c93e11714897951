import type { LegalAcceptance, LegalPage, LegalPageName, LegalPageRecord } from '@flagyard/api-types'
import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { acceptedPages, legalPageNames, legalTitles } from '@flagyard/api-types/legal/pages'
import { DRAFT_NOTE, openPlaceholders } from '@flagyard/api-types/legal/templates'
import { recordAudit } from '../../../audit-log/record.ts'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './queries.ts'

type Reading = Pick<Deps, 'db' | 'listen' | 'clock'>

/** Cached, because every page links to the legal pages. */
async function listInEffect({ db, listen, clock }: Reading) {
  const published = await cacheUntilInvalidated({ db, listen }, 'legal pages', () => queries.listPublished(db))
  const now = clock.now()
  return published.flatMap(({ effective_at, ...version }) =>
    effective_at && effective_at <= now ? [{ ...version, effective_at }] : [],
  )
}

/** Published pages with the version in effect, in the order of the footer. */
export async function listCurrentPages(deps: Reading): Promise<Accepted<'legalPageHead[]'>> {
  const versions = await listInEffect(deps)
  return legalPageNames.flatMap((name) => {
    const current = versions.find(({ page }) => page === name)
    return current ? [headOf(current)] : []
  })
}

const headOf = <T extends { page: LegalPageName; version: number; effective_at: Date }>(row: T) => ({
  page: row.page,
  version: row.version,
  effective_at: row.effective_at,
})

/** A version of a page, by default the one in effect. Throws `not_found` for drafts and scheduled versions. */
export async function readPage(
  deps: Reading,
  name: string,
  wanted?: number,
): Promise<Accepted<'legalPage'> & Pick<LegalPage, 'page'>> {
  const versions = (await listInEffect(deps)).filter(({ page }) => page === name)
  const shown = wanted === undefined ? versions[0] : versions.find(({ version }) => version === wanted)
  if (!shown) throw new ApiError('not_found', 'This page is not published.')
  const markdown = await textOf(deps, shown.page, shown.version)
  return { ...headOf(shown), markdown, versions: versions.map((row) => ({ ...headOf(row), summary: row.summary })) }
}

/** Text of the version in effect; null if the page is not published. */
export async function readCurrentText(deps: Reading, name: LegalPageName): Promise<string | null> {
  const current = (await listInEffect(deps)).find(({ page }) => page === name)
  return current ? textOf(deps, name, current.version) : null
}

/** A version in effect never changes, so its text is cached with the catalogue. */
const textOf = async ({ db, listen }: Reading, page: LegalPageName, version: number): Promise<string> =>
  (await cacheUntilInvalidated({ db, listen }, `legal ${page} ${version}`, () =>
    queries.findText(db, page, version),
  )) ?? ''

/** Rules in effect with their version, read in the transaction that accepts them. */
export async function readRules(tx: Db, now: Date): Promise<{ version: number; text: string } | null> {
  const { version } = await queries.findCurrent(tx, 'exam_rules', now)
  return version === null ? null : { version, text: (await queries.findText(tx, 'exam_rules', version)) ?? '' }
}

interface Acceptance {
  userId: string
  page: LegalPageName
  /** Version that the learner accepts; undefined if they only rely on an earlier acceptance. */
  given?: number | 'current' | undefined
  via: LegalAcceptance['via']
  /** Field of the error. Without it, the error is a conflict. */
  field?: string
}

/**
 * Records the acceptance of a page, or checks an earlier one if none is given. Returns the accepted version, or null if none has to be accepted. If
 * another version took effect since the learner read the page, it throws an error with that version.
 */
export async function acceptPage(tx: Db, now: Date, { userId, page, given, via, field }: Acceptance) {
  const { version, required } = await queries.findCurrent(tx, page, now)
  if (version === null) return null
  const name = legalTitles[page].toLowerCase()
  const refuse = (message: string) =>
    new ApiError(field ? 'invalid' : 'conflict', message, {
      ...(field && { errors: [{ field, message }] }),
      extra: { legal_page: page, version },
    })
  if (typeof given === 'number' && given !== version)
    throw refuse(`The ${name} have changed. Read the new version and accept it.`)
  if (given !== undefined) await queries.insertAcceptance(tx, { user_id: userId, page, version, via, accepted_at: now })
  const accepted = await queries.findAcceptance(tx, userId, page)
  if (required !== null && (accepted?.version ?? 0) < required) throw refuse(`Read and accept the ${name} first.`)
  return accepted ?? null
}

/** Accepts a page outside of a purchase or exam. */
export async function acceptShownPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: CurrentUser,
  name: string,
  version: number,
): Promise<Accepted<'legalAcceptance'>> {
  const page = pageOf(name)
  const accepted = await db.transaction((tx) =>
    acceptPage(tx, clock.now(), { userId: user.id, page, given: version, via: 'page', field: 'version' }),
  )
  if (!accepted) throw new ApiError('not_found', 'This page is not published.')
  return accepted
}

/** Pages with a version that the learner has to accept after an earlier one. Everyone accepts the terms; other pages only where they are used. */
export async function listDue(deps: Reading, user: CurrentUser): Promise<Accepted<'legalPageHead[]'>> {
  const versions = await listInEffect(deps)
  const accepted = await queries.listAcceptances(deps.db, user.id)
  return acceptedPages.flatMap((name) => {
    const mine = versions.filter(({ page }) => page === name)
    const required = mine.find(({ needs_acceptance }) => needs_acceptance)
    const last = Math.max(0, ...accepted.filter(({ page }) => page === name).map(({ version }) => version))
    const isAsked = required && last < required.version && (name === 'terms' || last > 0)
    return isAsked && mine[0] ? [headOf(mine[0])] : []
  })
}

/** Versions of legal pages that an account accepted, latest first. */
export const listAcceptances = (db: Db, userId: string) => queries.listAcceptances(db, userId)

function pageOf(name: string): LegalPageName {
  const page = legalPageNames.find((known) => known === name)
  if (!page) throw new ApiError('not_found', 'There is no such page.')
  return page
}

export async function listForAdmin({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Accepted<'legalPageRow[]'>> {
  const [latest, published] = await Promise.all([queries.listLatest(db), queries.listPublished(db)])
  const isInEffect = ({ effective_at }: { effective_at: Date | null }) => effective_at && effective_at <= clock.now()
  return legalPageNames.map((name) => {
    const current = published.find((row) => row.page === name && isInEffect(row))
    const last = latest.find(({ page }) => page === name)
    return {
      page: name,
      current: current?.effective_at ? { ...headOf({ ...current, effective_at: current.effective_at }) } : null,
      next: last && !isInEffect(last) ? { version: last.version, effective_at: last.effective_at } : null,
    }
  })
}

export async function readForAdmin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: CurrentUser,
  name: string,
): Promise<Accepted<'legalPageRecord'>> {
  const page = pageOf(name)
  const { next, past } = await findVersions(db, page, clock.now())
  const accepted = await queries.countAcceptances(
    db,
    page,
    past.map(({ version }) => version),
  )
  const isScheduled = next?.effective_at != null
  return {
    page,
    next,
    versions: past.map(({ edit: _, ...row }) => ({ ...row, accepted: accepted.get(row.version) ?? 0 })),
    allowed: allowedAmong({
      save_draft: !isScheduled && mayCall(operations.saveLegalDraft, caller),
      publish: next !== null && !isScheduled && mayCall(operations.publishLegalPage, caller),
      cancel: isScheduled && mayCall(operations.cancelLegalPublication, caller),
    }),
  }
}

/** The draft or scheduled version, and those that are or were in effect. */
async function findVersions(db: Db, page: LegalPageName, now: Date) {
  const rows = await queries.listVersions(db, page)
  const [latest] = rows
  const next = latest && !(latest.effective_at && latest.effective_at <= now) ? latest : null
  return { next, past: next ? rows.slice(1) : rows, lastNumber: (next ? rows[1] : latest)?.version ?? 0 }
}

type Changing = Pick<Deps, 'db' | 'clock'>
const stale = () => new ApiError('stale_version', 'Another administrator changed this page in the meantime. Reload it.')

export async function saveDraft(
  deps: Changing,
  by: AuditActor,
  name: string,
  { edit, ...given }: Output<'legalDraftInput'>,
) {
  const page = pageOf(name)
  const draft = { ...given, needs_acceptance: given.needs_acceptance && acceptedPages.includes(page) }
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const { next, lastNumber } = await findVersions(tx, page, now)
    const version = lastNumber + 1
    const saved =
      edit === 0
        ? await queries.insertDraft(tx, { page, version, ...draft })
        : await queries.updateNext(tx, { page, version, edit }, draft, { now, isDraft: true })
    if (!saved) throw stale()
    await record(tx, by, 'legal.save_draft', page, {
      before: next && { version, ...textFacts(next) },
      after: { version, ...textFacts(draft) },
    })
  })
  return readForAdmin(deps, by.actor, page)
}

/** Facts for the audit log. Versions in effect are stored anyway, and drafts are not worth their size there. */
const textFacts = ({
  markdown,
  summary,
  needs_acceptance,
}: Pick<LegalPageRecord['versions'][number], 'markdown' | 'summary' | 'needs_acceptance'>) => ({
  characters: markdown.length,
  summary,
  needs_acceptance,
})

export async function publishPage(
  deps: Changing,
  by: AuditActor,
  name: string,
  { edit, effective_at }: Output<'legalPublication'>,
) {
  const page = pageOf(name)
  const now = deps.clock.now()
  const from = effective_at ? new Date(effective_at) : now
  if (from < now) throw invalidField('effective_at', 'Choose a time in the future, or publish now')
  if (from.getTime() > now.getTime() + MAX_DAYS_AHEAD * 86_400_000)
    throw invalidField('effective_at', 'Choose a time within a year')
  await deps.db.transaction(async (tx) => {
    const { next } = await findVersions(tx, page, now)
    if (!next) throw stale()
    assertFinished(next.markdown)
    const { version } = next
    if (!(await queries.updateNext(tx, { page, version, edit }, { effective_at: from }, { now, isDraft: true })))
      throw stale()
    await record(tx, by, 'legal.publish', page, {
      after: { version, effective_at: from, needs_acceptance: next.needs_acceptance, summary: next.summary },
    })
  })
  return readForAdmin(deps, by.actor, page)
}

const MAX_DAYS_AHEAD = 366

/** An incomplete template must not become a promise. */
function assertFinished(markdown: string) {
  const [open] = openPlaceholders(markdown)
  if (open) throw invalidField('markdown', `Replace ${open} in the text first`)
  if (markdown.includes(DRAFT_NOTE))
    throw invalidField('markdown', 'Have the text checked, then remove the note at its beginning')
}

export async function cancelPublication(
  deps: Changing,
  by: AuditActor,
  name: string,
  { edit }: Output<'legalCancellation'>,
) {
  const page = pageOf(name)
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const { next } = await findVersions(tx, page, now)
    if (!next) throw stale()
    const { version } = next
    if (!(await queries.updateNext(tx, { page, version, edit }, { effective_at: null }, { now, isDraft: false })))
      throw stale()
    await record(tx, by, 'legal.cancel_publication', page, { before: { version, effective_at: next.effective_at } })
  })
  return readForAdmin(deps, by.actor, page)
}

const record = (
  tx: Db,
  by: AuditActor,
  action: 'legal.save_draft' | 'legal.publish' | 'legal.cancel_publication',
  page: LegalPageName,
  change: Pick<Parameters<typeof recordAudit>[1], 'before' | 'after'>,
) => recordAudit(tx, { ...by, action, subject: { type: 'legal_page', id: page }, ...change })
