import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type PreRun = NonNullable<Options['preRun']>
type Hook = Extract<PreRun, readonly unknown[]>[number]

/** The part of Emscripten's file system that lacks an fsync in PGlite. */
interface Internals {
  NODEFS?: { stream_ops?: { fsync?: (stream: { nfd?: number }) => number } }
}

/**
 * PGlite's file system with an fsync that reaches the disk. As shipped, PGlite's fsync does nothing and a power cut
 * could corrupt committed data.
 */
export class DurableFiles extends NodeFS {
  /** Number of fsync calls. */
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

/** Maximum number of concurrent fsync calls. Matches Node's file threads: the disk flushes concurrent requests together. */
const SYNCS_AT_ONCE = 4

/** Calls fsync on a folder and everything in it: more than a thousand files for a database. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const syncRest = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      await using file = await open(path)
      await file.sync()
    }
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncRest))
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
