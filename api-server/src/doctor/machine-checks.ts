import { randomUUID } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { readBaseline } from '../integrations/clouds/cleaner-config.ts'
import { comparePins } from '../integrations/clouds/terraform/pin-modules.ts'
import { readVersion } from '../integrations/clouds/terraform/version.ts'
import { defaultWorkFolder } from '../integrations/clouds/terraform/workspace.ts'
import type { FileStore } from '../integrations/files.ts'
import type { Mailer } from '../integrations/mail.ts'
import { type Check, error, type Finding, ok, warning } from './check.ts'

export interface Machine {
  openFiles(): Promise<FileStore>
  mailer: Mailer
  /** Recipient of a test message. */
  mailTo?: string | undefined
}

/** Checks that need no database. */
export const machineChecks: Check<Machine>[] = [
  { name: 'data folder', run: checkDataFolder, atStart: true },
  { name: 'disk', run: checkDisks, atStart: true },
  { name: 'file store', run: checkFileStore, atStart: true },
  { name: 'mail', run: checkMail, atStart: true },
  { name: 'terraform', run: checkTerraform, atStart: false },
  { name: 'modules', run: checkModules, atStart: true },
  { name: 'cleaners', run: checkCleaners, atStart: true },
  { name: 'baseline', run: checkBaseline, atStart: true },
]

async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const isOpen = (statSync(dataDir).mode & 0o007) !== 0
  if (isOpen) return warning(`All users of this machine can use ${dataDir}. Run: chmod o= ${dataDir}`)
  return ok(`Only this user and its group can use ${dataDir}.`)
}

const MIB = 1024 ** 2
const LITTLE_MIB = 1_024
const TOO_LITTLE_MIB = 100

async function checkDisks(config: Config): Promise<Finding[]> {
  const { dataDir, terraform } = config
  const folders = [dataDir, ...(buildsLabs(config) ? [terraform.workFolder ?? defaultWorkFolder()] : [])]
  return Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      const free = Math.floor((bavail * bsize) / MIB)
      const message = `${free} MiB are free in ${folder}.`
      if (free >= LITTLE_MIB) return ok(message)
      const level = free < TOO_LITTLE_MIB ? error : warning
      return level(`${message} Without free space, uploads and labs fail. Delete files, or use a larger disk.`)
    }),
  )
}

async function checkFileStore({ bucket, dataDir }: Config, { openFiles }: Machine): Promise<Finding> {
  const store = await openFiles()
  const place = bucket ? `s3://${bucket.name}` : dataDir
  // Neither backups nor restores see a file whose name begins with a dot.
  const key = `.doctor-${randomUUID()}`
  const content = Buffer.from('Written by a check of the file store, which removes it.\n')
  let step = 'written'
  try {
    await store.put(key, content)
    step = 'read'
    if (!(await buffer(store.read(key))).equals(content)) throw new Error('it has other contents')
    step = 'removed'
    await store.remove(key)
    return ok(`A file can be written, read and removed in ${place}.`)
  } catch (reason) {
    return error(
      `A file cannot be ${step} in ${place}: ${causeOf(reason)}. Give this user read and write access to it.`,
    )
  }
}

async function checkMail({ demo }: Config, { mailer, mailTo }: Machine): Promise<Finding> {
  if (mailer.transport === 'outbox') {
    if (mailTo) return error('No test message was sent: set MAIL_URL.')
    if (demo) return ok('The demo sends no mails.')
    return warning('Mails are stored and not sent, so accounts cannot be activated: set MAIL_URL.')
  }
  try {
    await mailer.check()
    if (!mailTo) return ok('The mail server accepts our credentials.')
    const text = 'This is a test message of flagyard doctor. The mail server works.'
    await mailer.send({ to: mailTo, subject: 'Test message of Flagyard', text, html: `<p>${text}</p>` })
    return ok(`The mail server accepted a test message to ${mailTo}. Check that it arrives.`)
  } catch (reason) {
    return error(`The mail server refuses us: ${causeOf(reason)}. Check MAIL_URL and MAIL_FROM.`)
  }
}

/** The error of the server or disk, which ours wraps. */
function causeOf(reason: unknown): string {
  const cause = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  return cause instanceof Error ? cause.message : String(cause)
}

/** A process that only serves requests builds nothing. */
const buildsLabs = ({ labDriver, role }: Config) => labDriver === 'terraform' && role !== 'web'

async function checkTerraform(config: Config): Promise<Finding | undefined> {
  if (!buildsLabs(config)) return undefined
  const { program } = config.terraform
  return ok(`${program} is version ${await readVersion(program, AbortSignal.timeout(20_000))}.`)
}

async function checkModules(config: Config): Promise<Finding | undefined> {
  if (!buildsLabs(config)) return undefined
  const { modules } = config.terraform
  const { pinned, changed, gone } = await comparePins(modules)
  const unusable = [...changed, ...gone]
  if (unusable.length === 0) return ok(`${pinned.length} versions of modules are in ${modules}.`)
  const message = `Labs with these modules cannot be built: they were changed, or are missing in ${modules}. Restore them:`
  return error(message, unusable)
}

async function checkCleaners(config: Config): Promise<Finding | undefined> {
  if (!buildsLabs(config)) return undefined
  const commands = Object.values(config.cleaners).flatMap(({ nuke, tenant }) => [nuke, tenant])
  const programs = [...new Set(commands.flatMap((command) => command?.[0] ?? []))]
  if (programs.length === 0)
    return warning('None is configured, so accounts are not cleaned after labs. Set NUKE_AWS, NUKE_AZURE or NUKE_GCP.')
  const missing = programs.filter((program) => !canRun(program))
  if (missing.length === 0) return ok(`${programs.join(', ')} can be run.`)
  return error(`This user cannot run ${missing.join(', ')}. Install it, or correct NUKE_… and CLEAN_TENANT_….`)
}

async function checkBaseline({ cleanBaselineFile }: Config): Promise<Finding | undefined> {
  if (!cleanBaselineFile) return undefined
  const { version } = await readBaseline(cleanBaselineFile)
  return ok(`Version ${version} is in ${cleanBaselineFile}.`)
}

function canRun(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return statSync(file).isFile()
    } catch {
      return false
    }
  })
}
