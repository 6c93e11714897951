import type { Output } from '@flagyard/api-types/contract/operation'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { PersonalData } from '../../../extension-points/personal-data.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { certificateMail, certificateUrl } from './mails.ts'
import * as queries from './queries.ts'
import { listCertificatesOf } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>
type Certificate = Output<'certificate'>

/** All printed facts, so that an edited PDF can be detected. For a withdrawn certificate, only that it was withdrawn. */
export function toCertificate(
  { certificate: row, state }: Pick<queries.CertificateWithState, 'certificate' | 'state'>,
  publicUrl: string,
): Certificate {
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

/** The certificate for everyone else: without the name and the points that its holder hides. */
export function toPublicCertificate(found: queries.CertificateWithState, publicUrl: string): Certificate {
  const { name_hidden_at, points_hidden_at } = found.certificate
  const { name, points, ...certificate } = toCertificate(found, publicUrl)
  return { ...certificate, name: name_hidden_at ? null : name, points: points_hidden_at ? null : points }
}

/** The certificate as its public page shows it. Throws `not_found` for an id that we never issued. */
export async function readCertificate({ db, config }: NeededDeps, id: string): Promise<Certificate> {
  const found = await queries.findCertificate(db, id)
  if (!found) throw certificateNotFound()
  return toPublicCertificate(found, config.publicUrl)
}

/** Counts that anyone read a certificate, for the holder's and support's information. Stores nothing about the reader. */
export const countCheck = ({ db }: Pick<Deps, 'db'>, id: string, kind: queries.CheckKind): Promise<void> =>
  queries.countCheck(db, id, kind)

export const certificateNotFound = () =>
  new ApiError('not_found', 'We have not issued a certificate with this id. One that shows this id is not from us.')

export async function listMyCertificates({ db, config }: NeededDeps, user: CurrentUser): Promise<Certificate[]> {
  return (await queries.listCertificatesOf(db, user.id)).map((row) => toCertificate(row, config.publicUrl))
}

/** Mails a certificate to its owner again. Not found for anyone else. */
export async function resendCertificate({ db, config }: NeededDeps, user: CurrentUser, id: string) {
  const found = await queries.findCertificate(db, id)
  if (found?.certificate.user_id !== user.id) throw new ApiError('not_found', 'You have no such certificate.')
  if (found.state === 'withdrawn') throw new ApiError('conflict', 'This certificate was withdrawn.')
  const mail = await prepareMail(certificateMail(found.certificate, user.email, config.publicUrl, true))
  await queueMail(db, { ...mail, user_id: user.id })
  return { message: `Your certificate is on its way to ${user.email}.` }
}

/** Rendering is slow and public, so recent files are cached, keyed by all printed facts. */
const pdfCache = new LRUCache<string, Promise<Buffer>>({ max: 32 })

export async function downloadCertificate(
  deps: NeededDeps,
  id: string,
): Promise<{ file: Buffer; certificate: Certificate }> {
  const certificate = await readCertificate(deps, id)
  if (certificate.state === 'withdrawn') throw new ApiError('not_found', 'This certificate was withdrawn.')
  return { file: await renderPdf(certificate), certificate }
}

async function renderPdf(certificate: Certificate): Promise<Buffer> {
  const key = JSON.stringify(certificate)
  const rendering =
    pdfCache.get(key) ?? import('./pdf.ts').then(({ renderCertificate }) => renderCertificate(certificate))
  pdfCache.set(key, rendering)
  try {
    return await rendering
  } catch (error) {
    pdfCache.delete(key)
    throw error
  }
}

/** A name that is safe as part of a file name: it cannot refer to a folder or have a meaning to programs. */
export function fileNameOf(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  return [...safe.toWellFormed()].slice(0, 80).join('')
}

export const certificateFiles: NonNullable<PersonalData['files']> = async (deps, { id }) => {
  const files: Record<string, Uint8Array> = {}
  for (const row of await listCertificatesOf(deps.db, id))
    files[`certificate-${row.certificate.id}.pdf`] = await renderPdf(toCertificate(row, deps.config.publicUrl))
  return files
}
