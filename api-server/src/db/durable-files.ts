import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type PreRun = NonNullable<Options['preRun']>
type Hook = Extract<PreRun, readonly unknown[]>[number]

/** The part of Emscripten's file system whose fsync PGlite leaves out. */
interface Internals {
  NODEFS?: { stream_ops?: { fsync?: (stream: { nfd?: number }) => number } }
}

/**
 * PGlite's file system with an fsync that reaches the disk. As shipped, PGlite's fsync does nothing and a power cut
 * could corrupt committed data.
 */
export class DurableFiles extends NodeFS {
  /** How often Postgres called fsync. */
  syncs = 0

  override async init(...args: Parameters<NodeFS['init']>): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(...args)
    const before = emscriptenOpts.preRun ?? []
    const preRun = [this.#hook as Hook, ...(Array.isArray(before) ? before : [before])] as PreRun
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  readonly #hook = (module: unknown): void => {
    const operations = (module as Internals).NODEFS?.stream_ops
    if (!operations) throw new Error('This version of PGlite hides its file system; the database would not be durable')
    operations.fsync = ({ nfd }) => {
      if (nfd === undefined) return 0
      fsyncSync(nfd)
      this.syncs++
      return 0
    }
  }
}

/** Calls fsync on a folder and everything in it. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
