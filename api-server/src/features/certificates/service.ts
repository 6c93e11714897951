import type { Output } from '@flagyard/api-types/contract/operation'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { certificateMail, certificateUrl } from './mails.ts'
import { printCertificate } from './pdf.ts'
import * as queries from './queries.ts'

export { findCertificateId } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>
type Shown = Output<'certificate'>

/** Every printed fact, so that an edited PDF does not pass; of a withdrawn one only that it was withdrawn. */
export function toCertificate({ certificate: row, state }: queries.WithState, publicUrl: string): Shown {
  const withdrawn = state === 'withdrawn'
  return {
    id: row.id,
    state,
    version: row.version,
    name: withdrawn ? null : row.name,
    title: withdrawn ? null : row.title,
    type: withdrawn ? null : row.type,
    company: withdrawn ? null : row.company,
    points: withdrawn ? null : row.points,
    hours: withdrawn ? null : row.hours,
    outcomes: withdrawn ? [] : row.outcomes,
    issued_at: withdrawn ? null : row.issued_at.toISOString(),
    valid_until: withdrawn ? null : (row.valid_until?.toISOString() ?? null),
    revoked_at: withdrawn ? null : (row.revoked_at?.toISOString() ?? null),
    reason: withdrawn ? null : row.reason,
    url: certificateUrl(publicUrl, row.id),
  }
}

export async function readCertificate({ db, config }: NeededDeps, id: string): Promise<Shown> {
  const found = await queries.findCertificate(db, id)
  if (!found) throw unknown()
  return toCertificate(found, config.publicUrl)
}

const unknown = () =>
  new ApiError(
    'not_found',
    'We have issued no certificate with this id. If you hold one that says so, it is not from us.',
  )

export async function listMyCertificates({ db, config }: NeededDeps, user: CurrentUser): Promise<Shown[]> {
  return (await queries.listCertificatesOf(db, user.id)).map((row) => toCertificate(row, config.publicUrl))
}

/** Mails a certificate to its owner again; anybody else's does not exist for them. */
export async function resendCertificate({ db, config }: NeededDeps, user: CurrentUser, id: string) {
  const found = await queries.findCertificate(db, id)
  if (found?.certificate.user_id !== user.id) throw new ApiError('not_found', 'There is no such certificate of yours.')
  if (found.state === 'withdrawn') throw new ApiError('conflict', 'This certificate was withdrawn.')
  const mail = await prepareMail(certificateMail(found.certificate, user.email, config.publicUrl, true))
  await queueMail(db, { ...mail, user_id: user.id })
  return { message: `Your certificate is on its way to ${user.email}.` }
}

/** Printing takes processor time and anyone may ask for it: the last ones are remembered, by what they say. */
const printed = new LRUCache<string, Promise<Buffer>>({ max: 32 })

export async function downloadCertificate(deps: NeededDeps, id: string): Promise<{ file: Buffer; certificate: Shown }> {
  const certificate = await readCertificate(deps, id)
  if (certificate.state === 'withdrawn') throw new ApiError('not_found', 'This certificate was withdrawn.')
  const key = JSON.stringify(certificate)
  const printing = printed.get(key) ?? printCertificate(certificate)
  printed.set(key, printing)
  try {
    return { file: await printing, certificate }
  } catch (error) {
    printed.delete(key)
    throw error
  }
}
