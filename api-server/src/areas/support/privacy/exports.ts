import type { MyExport } from '@flagyard/api-types'
import { strToU8, type Zippable, zip } from 'fflate'
import { brand } from '../../../brand.ts'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { Person } from '../../../extension-points/personal-data.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../secrets.ts'
import { findAccount, issueMailToken } from '../../platform/auth/index.ts'
import { exportReadyMail } from './mails.ts'
import * as queries from './queries.ts'

/** Days for which the archive of a data export, and the link in its mail, are valid. */
export const ARCHIVE_DAYS = 7
const EXPORTS_A_DAY = 3
const DAY = 86_400_000

export const fileOf = (id: string) => `exports/${id}.zip`

/** Queues the creation of an archive. One at a time, and EXPORTS_A_DAY per day. */
export async function requestExport(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<MyExport> {
  const { db, queue } = deps
  if (await queries.hasOpenRequest(db, user.id, 'export')) throw alreadyInProgress()
  await consumeAttempt(deps, `export:${user.id}`, EXPORTS_A_DAY, DAY / 1000)
  try {
    return await db.transaction(async (tx) => {
      const request = await queries.insertRequest(tx, { user_id: user.id, kind: 'export' })
      await queue.send(tx, 'privacy.export', { id: request.id })
      return presentExport(request, null)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'privacy_requests_open')) throw alreadyInProgress()
    throw error
  }
}

const alreadyInProgress = () =>
  new ApiError('conflict', 'Your archive is already being created. We will e-mail you when it is ready.')

/** Archives in progress and available archives, newest first. */
export async function listExports({ db, files }: Pick<Deps, 'db' | 'files'>, user: CurrentUser): Promise<MyExport[]> {
  const rows = await queries.listExports(db, user.id)
  return Promise.all(rows.map(async (row) => presentExport(row, row.file ? await files.size(row.file) : null)))
}

const presentExport = ({ id, state, created_at, due_at }: queries.PrivacyRequest, bytes: number | null): MyExport => ({
  id,
  state: state === 'asked' ? 'making' : state === 'ready' ? 'ready' : 'failed',
  asked_at: created_at.toISOString(),
  ready_until: due_at?.toISOString() ?? null,
  bytes,
})

/** File of the caller's own archive. Throws `not_found` for archives of other accounts. */
export async function findExportFile({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string): Promise<string> {
  const found = UUID.test(id) ? await queries.findReadyExport(db, user.id, id) : undefined
  if (!found?.file) throw new ApiError('not_found', 'This archive no longer exists. You can request a new one.')
  return found.file
}

/** File for a mailed token, only for the account that it was mailed to. */
export async function findMailedFile(deps: Pick<Deps, 'db'>, user: CurrentUser, token: string): Promise<string> {
  const id = await queries.findMailedExport(deps.db, user.id, hashToken(token))
  return findExportFile(deps, user, id ?? '')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Creates the archive and mails its link. Safe to retry: the complete file is written under the request's own name, and a conditional
 * update finishes the request, so a second run finds it done and sends no mail.
 */
export async function makeExport(
  { db, files, config, clock, extensions }: Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'extensions'>,
  id: string,
): Promise<void> {
  const request = await queries.findRequest(db, id)
  if (request?.state !== 'asked') return
  const account = await findAccount(db, { id: request.user_id })
  if (account.deletion_due_at) {
    await queries.finishExport(db, id, { state: 'failed' })
    return
  }
  const file = fileOf(id)
  await files.put(file, await makeArchive({ db, config, extensions }, account, clock.now()))
  const token = randomToken()
  const until = new Date(clock.now().getTime() + ARCHIVE_DAYS * DAY)
  const mail = await prepareMail(exportReadyMail(account, config.publicUrl, token, ARCHIVE_DAYS))
  const finished = await db.transaction(async (tx) => {
    if (!(await queries.finishExport(tx, id, { state: 'ready', file, due_at: until }))) return false
    const row = { user_id: account.id, kind: 'export' as const, data: { request_id: id } }
    await issueMailToken(tx, { ...row, token, expires_at: until })
    await queueMail(tx, mail)
    return true
  })
  // Another run finished first with the same file. If the account was closed in the meantime, the file must not remain.
  if (!finished && (await queries.findRequest(db, id))?.state !== 'ready') await files.remove(file)
}

/** Hours after which an unfinished data export counts as failed, so that the user can request another one. */
const STUCK_HOURS = 6

/** Marks unfinished archives as failed. Safe to retry: the file is deleted first, so an interruption leaves at most a row without a file. */
export async function failStuckExports({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for (const { id } of await queries.listStuckExports(db, STUCK_HOURS)) {
    await files.remove(fileOf(id))
    await queries.retireExport(db, id, 'asked')
  }
}

/** ZIP archive with all data about a person: one JSON file per feature, and the files that belong to it. */
async function makeArchive(
  deps: Pick<Deps, 'db' | 'config' | 'extensions'>,
  person: Person,
  at: Date,
): Promise<Buffer> {
  const entries: Zippable = {}
  for (const part of deps.extensions.personalData) {
    const collected = await part.collect?.(deps.db, person)
    if (collected) entries[`${part.name}.json`] = strToU8(`${JSON.stringify(collected, null, 2)}\n`)
    const files = part.files ? await part.files(deps, person) : {}
    for (const [name, content] of Object.entries(files)) entries[`${part.name}/${name}`] = content
  }
  entries['README.txt'] = strToU8(readme(person, at, Object.keys(entries)))
  return new Promise((resolve, reject) => {
    zip(entries, { level: 6, mtime: at }, (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes))))
  })
}

const readme = (
  { username }: Person,
  at: Date,
  names: string[],
) => `Everything that ${brand().name} keeps about the account ${username}, as of ${at.toISOString()}.

${names.map((name) => `- ${name}`).join('\n')}

The .json files open in any editor. Times are UTC, money is in cents or the like.
Left out, because they would open something or are other people's: passwords and codes, the text of mails with links,
the flags you typed, voucher codes, the credentials of labs, and the addresses of people you gave vouchers to.
`
