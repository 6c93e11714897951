import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CloudError } from '../driver.ts'
import type { Module } from './modules.ts'

export interface Workspace {
  folder: string
  /** Reads a file left by Terraform; undefined if there is none. */
  read(name: string): Promise<string | undefined>
  remove(): Promise<void>
}

/** In memory if possible, because a plan contains the values of its variables. */
export const defaultWorkFolder = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

/** Not readable by other users of this machine. */
const PRIVATE = 0o700
const PRIVATE_FILE = 0o600

/** Folders in use by this process. */
const open = new Set<string>()

const prefixOf = (pid: number) => `flagyard-terraform-${hostname()}-${pid}-`

/** Temporary folder of one run, with the module's files and ours. Folders left by a killed process are removed by the next one. */
export async function openWorkspace(root: string, module: Module, files: Record<string, unknown>): Promise<Workspace> {
  await sweep(root)
  const folder = await mkdtemp(join(root, prefixOf(process.pid))).catch(refuse)
  open.add(folder)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    open.delete(folder)
  }
  try {
    for (const { path, content } of module.files) await write(join(folder, path), content)
    for (const [name, value] of Object.entries(files))
      await write(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    await remove()
    return refuse(error)
  }
  return {
    folder,
    read: (name) => readFile(join(folder, name), 'utf8').catch(() => undefined),
    remove,
  }
}

async function write(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE })
  await writeFile(path, content, { mode: PRIVATE_FILE })
}

/** Removes folders of processes on this machine that no longer exist. */
async function sweep(root: string): Promise<void> {
  const prefix = `flagyard-terraform-${hostname()}-`
  const names = await readdir(root).catch(refuse)
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    const path = join(root, name)
    if (pid === process.pid ? !open.has(path) : !isAlive(pid)) await rm(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function refuse(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new CloudError(
      'failed',
      'The disk of the server is full, so nothing could be prepared and nothing was built.',
    )
  throw new CloudError('failed', `The folder of the run could not be created: ${message}`)
}
