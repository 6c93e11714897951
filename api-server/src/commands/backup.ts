import { makeBackup } from '../backup/make.ts'
import { openPlace } from '../backup/place.ts'
import { restoreBackup, verifyBackup } from '../backup/restore.ts'
import { absolute, command, loadSettings, UsageError } from './command-line.ts'

const passphrase = { value: 'FILE', about: 'file with the passphrase, at least 16 characters' }
const placeOf = (word: string) => openPlace(word.startsWith('s3://') ? word : absolute(word))
const pathOf = (path: string | undefined) => (path === undefined ? undefined : absolute(path))

/** Writes a backup while the server runs, or, with the embedded database, while it is stopped. */
export const backup = command({
  about: `writes the database and all files into one file

PLACE is a new file, or s3://BUCKET/KEY with the options of FILES_URL. The backup is a snapshot: on Postgres, the server may
run. With the embedded database, stop it first. It contains a fingerprint of SECRET_KEY, and never the key: store that apart.`,
  words: ['PLACE'],
  options: {
    recipient: { value: 'AGE1…', about: 'encrypts for this public key of age' },
    'passphrase-file': passphrase,
  },
  json: true,
  async run([place], { recipient, 'passphrase-file': file }) {
    if (recipient !== undefined && file !== undefined) throw new UsageError('Choose a recipient or a passphrase.')
    const made = await makeBackup(loadSettings(), await placeOf(place), { recipient, passphraseFile: pathOf(file) })
    const { made_at, tables, rows, files, bytes } = made
    return {
      text: `Backed up ${rows} rows of ${tables} tables and ${files} files (${bytes} bytes), as of ${made_at}.`,
      data: made,
    }
  },
})

/** Restores a backup into an empty database and file store. */
export const restore = command({
  about: `restores a backup into an empty database and file store

It first reads the whole backup and checks it. If anything fails, the database and the file store stay empty. The first start
of the server then finishes the restore: docs/how-to/back-up-and-restore.md explains how.`,
  words: ['PLACE'],
  options: {
    verify: { about: 'only checks the backup, and needs no database' },
    identity: { value: 'FILE', about: 'file with the secret key of age' },
    'passphrase-file': passphrase,
  },
  json: true,
  async run([place], { verify, identity, 'passphrase-file': file }) {
    const locks = { identityFile: pathOf(identity), passphraseFile: pathOf(file) }
    const done = await (verify ? verifyBackup : restoreBackup)(loadSettings(), await placeOf(place), locks)
    const { head, tables, rows, files, bytes, lost_jobs, unfinished } = done
    const what = `${rows} rows of ${tables} tables and ${files} files (${bytes} bytes), as of ${head.made_at}.`
    if (!unfinished) return { text: `The backup is complete: ${what}`, data: done }
    const { exams, labs, mails, last_certificate_at, last_invoice, last_audit_at } = unfinished
    return {
      text: `Restored ${what}
In progress at that time: ${exams} exams, ${labs} labs, ${mails} mails to send.
Last audit entry: ${last_audit_at ?? 'none'}. Last certificate: ${last_certificate_at ?? 'none'}. Last invoice: ${last_invoice ?? 'none'}.
Later certificates, invoices and payments are not in this database.${lost_jobs > 0 ? `\n${lost_jobs} background jobs were left out, because this release has another job queue.` : ''}`,
      data: done,
    }
  },
})
