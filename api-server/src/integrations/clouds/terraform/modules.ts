import { createHash } from 'node:crypto'
import { access, lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CloudError } from '../driver.ts'

/** Maximum number of files in a Terraform module. */
const MAX_FILES = 200
/** Maximum total size of a Terraform module, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024

/** List of all versions with the checksums of their files, stored with the modules. */
export const SUMS_FILE = 'modules.sum'

export interface ModuleFile {
  /** Relative, with forward slashes. */
  path: string
  content: Buffer
}

export interface Module {
  files: ModuleFile[]
  digest: string
}

/**
 * Reads a module version, such as `aws/open-door` 1.0.0 from `aws/open-door/1.0.0`. Versions are immutable: a version whose files do not match the
 * pinned checksum is refused, so that every learner gets what the author tested.
 */
export async function readModule(root: string, name: string, version: string): Promise<Module> {
  if (!isNamed(name, version)) throw missing(name, version)
  const sums = parseSums(await readFile(join(root, SUMS_FILE), 'utf8').catch(ifMissing('')))
  const pinned = sums.get(`${name} ${version}`)
  const found = await readFolder(join(root, name, version))
  if (!found) throw missing(name, version)
  if (!pinned) throw new CloudError('failed', `The module ${name} ${version} is not pinned in ${SUMS_FILE}.`)
  if (pinned !== found.digest)
    throw new CloudError(
      'failed',
      `The module ${name} ${version} was changed after it was pinned. Give it a new version.`,
    )
  return found
}

/** Whether the modules folder contains this version. */
export const hasModule = (root: string, name: string, version: string): Promise<boolean> =>
  isNamed(name, version) ? access(join(root, name, version)).then(() => true, ifMissing(false)) : Promise.resolve(false)

const isNamed = (name: string, version: string) => NAME.test(name) && VERSION.test(version)
const NAME = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/
const VERSION = /^\d[\w-]*(\.[\w-]+)*$/

const missing = (name: string, version: string) =>
  new CloudError('failed', `There is no module ${name} of version ${version} in the folder of modules.`)

/** All files of a module with their checksum; undefined if the folder does not exist. */
export async function readFolder(folder: string): Promise<Module | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing(undefined))
  if (!entries) return undefined
  const files: ModuleFile[] = []
  let bytes = 0
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const { size } = await lstat(path)
    bytes += size
    if (!entry.isFile() || bytes > MAX_BYTES || files.length >= MAX_FILES)
      throw new CloudError('failed', `A module may contain only plain files, at most ${MAX_FILES} and 5 MiB: ${folder}`)
    files.push({ path: path.slice(folder.length + 1).replaceAll('\\', '/'), content: await readFile(path) })
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { files, digest: digestOf(files) }
}

function digestOf(files: ModuleFile[]): string {
  const hash = createHash('sha256')
  for (const { path, content } of files) hash.update(`${path}\0${content.length}\0`).update(content)
  return `sha256:${hash.digest('hex')}`
}

/** One `name version digest` per line. */
export const parseSums = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', version = '', digest = ''] = line.trim().split(/\s+/)
        return [`${name} ${version}`, digest]
      }),
  )

function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
