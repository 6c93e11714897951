import type { AddressData } from '@flagyard/api-types'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import type { Address, AddressRows } from '../../../extension-points/personal-data.ts'
import { consumeAttempt, isAttemptLeft } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../secrets.ts'
import {
  findActivatedByEmail,
  linkUnusable,
  listUnactivatedIds,
  MAX_MAILS_PER_HOUR,
  padToInterval,
  RESPONSE_QUANTUM_MS,
} from '../../platform/auth/index.ts'
import * as queries from './address-queries.ts'
import { addressMail, addressOfAccountMail } from './mails.ts'

/** Hours for which the link mailed to an address can be opened. */
const ADDRESS_LINK_HOURS = 24
/** Hours for which the page that opened the link can download and erase. */
const ADDRESS_PAGE_HOURS = 1
/** Maximum number of downloads per hour and opened link. Each download searches orders and vouchers. */
const MAX_FILES_PER_HOUR = 10
const HOUR = 3_600_000

/**
 * Sends one mail to an address, in constant time and regardless of what is stored about it. Data is searched only after the link
 * proves access to the mailbox. If an activated account has the address, the mail refers to that account and contains no link to the
 * data.
 */
export async function requestAddressLink(deps: Pick<Deps, 'db' | 'clock' | 'config'>, address: string): Promise<void> {
  const { db, clock, config } = deps
  const email = address.toLowerCase()
  const token = randomToken()
  await padToInterval(RESPONSE_QUANTUM_MS, async () => {
    const account = await findActivatedByEmail(db, email)
    const mail = await prepareMail(
      account ? addressOfAccountMail(account, config.publicUrl) : addressMail(address, config.publicUrl, token),
    )
    // Counted by hash, so that the counter does not store the address. The limit prevents anyone from flooding a mailbox.
    if (!(await isAttemptLeft(deps, `address-link:${hashToken(email)}`, MAX_MAILS_PER_HOUR, 3600))) return
    await db.transaction(async (tx) => {
      const expires_at = new Date(clock.now().getTime() + ADDRESS_LINK_HOURS * HOUR)
      if (!account) await queries.insertAddressRequest(tx, { email, token_hash: hashToken(token), expires_at })
      await queueMail(tx, mail)
    })
  })
}

/** Opens the mailed link, once. Returns a summary of the stored data by kind, and a token for download and erasure. */
export async function openAddressLink(
  { db, clock, extensions }: Pick<Deps, 'db' | 'clock' | 'extensions'>,
  token: string,
): Promise<AddressData> {
  const next = randomToken()
  const until = new Date(clock.now().getTime() + ADDRESS_PAGE_HOURS * HOUR)
  const change = { token_hash: hashToken(next), expires_at: until }
  // One transaction, so that the link can be opened again if the page could not be shown.
  return db.transaction(async (tx) => {
    const { email } = await assertUsable(tx, await queries.openAddressRequest(tx, hashToken(token), change))
    const held = await collect({ db: tx, extensions }, email)
    return { email, token: next, token_until: until.toISOString(), held: held.map(summarize) }
  })
}

/** All data about the address, as JSON for download. */
export async function exportAddressData(
  { db, clock, extensions }: Pick<Deps, 'db' | 'clock' | 'extensions'>,
  token: string,
): Promise<string> {
  const { id, email } = await assertUsable(db, await queries.findOpenedAddressRequest(db, hashToken(token)))
  await consumeAttempt({ db, clock }, `address-file:${id}`, MAX_FILES_PER_HOUR, 3600)
  const held = await collect({ db, extensions }, email)
  return `${JSON.stringify({ email, as_of: clock.now(), held }, null, 2)}\n`
}

/** Requests the erasure, once. A job performs it, because it searches every mail and audit record for the address. */
export async function eraseAddress({ db, queue }: Pick<Deps, 'db' | 'queue'>, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await assertUsable(tx, await queries.consumeAddressRequest(tx, hashToken(token)))
    await queue.send(tx, 'privacy.erase-address', { id })
  })
}

/**
 * Erases the address's data, together with the request, in one transaction, so that a replay finds nothing to do. The audit record
 * names only the request. If an account with the address was activated in the meantime, nothing is erased, because the address now
 * belongs to that account.
 */
export async function eraseAddressData({ db, extensions }: Pick<Deps, 'db' | 'extensions'>, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await queries.findErasureOfAddress(tx, id)
    if (!request) return
    if (await findActivatedByEmail(tx, request.email)) return queries.deleteAddressRequest(tx, id)
    const address = await findAddress(tx, request.email)
    for (const part of extensions.personalData) await part.ofAddress?.erase(tx, address)
    await recordAudit(tx, {
      actor: null,
      action: 'privacy.erase_address',
      subject: { type: 'address', id: request.id },
    })
  })
}

/** Once an account with this address is activated, its data is read and erased on its profile instead. */
async function assertUsable(db: Db, request: queries.AddressRequest | undefined): Promise<queries.AddressRequest> {
  if (!request || (await findActivatedByEmail(db, request.email))) throw linkUnusable()
  return request
}

const findAddress = async (db: Db, email: string): Promise<Address> => ({
  email,
  begun: await listUnactivatedIds(db, email),
})

async function collect({ db, extensions }: Pick<Deps, 'db' | 'extensions'>, email: string): Promise<AddressRows[]> {
  const address = await findAddress(db, email)
  const held: AddressRows[] = []
  for (const part of extensions.personalData) held.push(...((await part.ofAddress?.collect?.(db, address)) ?? []))
  return held.filter(({ rows }) => rows.length > 0)
}

function summarize({ what, erasure, rows }: AddressRows): AddressData['held'][number] {
  const times = rows.map(({ at }) => at.getTime())
  const timeOf = (time: number) => new Date(time).toISOString()
  // Not spread into Math.min: an address may have more mails than a call accepts arguments.
  const [first, last] = times.reduce(([a, b], time) => [Math.min(a, time), Math.max(b, time)], [Infinity, -Infinity])
  return { what, erasure, count: rows.length, first_at: timeOf(first), last_at: timeOf(last) }
}
