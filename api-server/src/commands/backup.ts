import { setFlagsFromString } from 'node:v8'
import { type DrillReport, rehearseRestore } from '../backup/drill.ts'
import { makeBackup } from '../backup/make.ts'
import { openPlace } from '../backup/place.ts'
import { type RestoreReport, restoreBackup, verifyBackup } from '../backup/restore.ts'
import { confirmTakeOver, saveRestored } from '../db/restored.ts'
import { ApiError } from '../errors.ts'
import { readRelease } from '../release.ts'
import { exitCodes } from '../start-errors.ts'
import { absolute, command, loadSettings, UsageError } from './command-line.ts'

// Optimising the WebAssembly of the embedded database would take 600 MiB, and longer than a backup.
setFlagsFromString('--no-wasm-dynamic-tiering')
setFlagsFromString('--no-wasm-tier-up')

const passphrase = { value: 'FILE', about: 'file with the passphrase, at least 16 characters' }
const placeOf = (word: string) => openPlace(word.startsWith('s3://') ? word : absolute(word))
const pathOf = (path: string | undefined) => (path === undefined ? undefined : absolute(path))

/** Writes a backup, while the server may run. */
export const backup = command({
  about: `writes the database and all files into one file

PLACE is a new file, or s3://BUCKET/KEY with the options of FILES_URL. The backup is a snapshot, and the server may run. It
contains a fingerprint of SECRET_KEY, and never the key: store that apart.`,
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

It first reads the whole backup and checks it. If anything fails, the database and the file store stay empty. The server
starts on it after flagyard take-over, and finishes the restore: docs/how-to/back-up-and-restore.md explains how.`,
  words: ['PLACE'],
  options: {
    verify: { about: 'only checks the backup, and needs no database' },
    drill: { about: 'restores into a scratch database, compares it with the backup, and removes it' },
    identity: { value: 'FILE', about: 'file with the secret key of age' },
    'passphrase-file': passphrase,
  },
  json: true,
  async run([place], { verify, drill, identity, 'passphrase-file': file }) {
    if (verify && drill) throw new UsageError('Choose one of --verify and --drill.')
    const locks = { identityFile: pathOf(identity), passphraseFile: pathOf(file) }
    if (drill) return describeDrill(await rehearseRestore(loadSettings(), await placeOf(place), locks))
    const done = await (verify ? verifyBackup : restoreBackup)(loadSettings(), await placeOf(place), locks)
    const { lost_jobs, unfinished } = done
    const what = contentsOf(done)
    if (!unfinished) return { text: `The backup is complete: ${what}`, data: done }
    const { exams, labs, mails, last_certificate_at, last_invoice, last_audit_at } = unfinished
    return {
      text: `Restored ${what}
In progress at that time: ${exams} exams, ${labs} labs, ${mails} mails to send.
Last audit entry: ${last_audit_at ?? 'none'}. Last certificate: ${last_certificate_at ?? 'none'}. Last invoice: ${last_invoice ?? 'none'}.
Later certificates, invoices and payments are not in this database. Their numbers are not used again: new ones begin a new series.
Stop the original server for good. Then run flagyard take-over, and start the server.${lost_jobs > 0 ? `\n${lost_jobs} background jobs were left out, because this release has another job queue.` : ''}`,
      data: done,
    }
  },
})

const contentsOf = ({ head, tables, rows, files, bytes }: RestoreReport) =>
  `${rows} rows of ${tables} tables and ${files} files (${bytes} bytes), as of ${head.made_at}.`

function describeDrill(done: DrillReport) {
  const { differences } = done
  if (differences.length === 0) return { text: `The backup can be restored: ${contentsOf(done)}`, data: done }
  const text = `The restored backup is not complete.\n${differences.join('\n')}`
  return { text, data: done, exitCode: exitCodes.refused }
}

/** Notes a restore that another program made, so that the next start finishes it like one of ours. */
export const restored = command({
  about: `notes that another program restored the database, such as pgBackRest

TIME is the moment to which it was restored, in UTC, such as 2026-11-30T09:00:00Z. The server then starts only after flagyard
take-over, and finishes the restore, as after flagyard restore. Stop the server first. Also note a copy for tests like this.`,
  words: ['TIME'],
  json: true,
  async run([time]) {
    const at = new Date(time)
    if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(time) || Number.isNaN(at.getTime()) || at.getTime() > Date.now())
      throw new UsageError('TIME is a past moment in UTC, such as 2026-11-30T09:00:00Z.')
    return async ({ db }) => {
      const made_at = at.toISOString()
      await saveRestored(db, { made_at, version: readRelease().version })
      return { text: `After flagyard take-over, the next start finishes the restore to ${made_at}.`, data: { made_at } }
    }
  },
})

/** Lets the server start on a restored database. */
export const takeOver = command({
  about: `confirms that a restored database replaces the original

Stop the server of the original for good first. If both run, they clean the same cloud accounts, send the same mails and refund
the same orders.`,
  words: [],
  async run() {
    return async ({ db }) => {
      if (await confirmTakeOver(db)) return 'The server may start on this database.'
      throw new ApiError('conflict', 'No restore waits for this: the database was not restored, or has started since.')
    }
  },
})
