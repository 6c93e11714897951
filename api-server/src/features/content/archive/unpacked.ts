import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Hours after which nobody works any more in a folder of something unpacked: its process was killed. */
const LEFT_HOURS = 2

const folderOf = (dataDir: string) => join(dataDir, 'unpacked')

/** Gives a folder of its own to unpack into, and removes it afterwards, whatever happens. */
export async function whileUnpacked<T>(dataDir: string, work: (dir: string) => Promise<T>): Promise<T> {
  // Here too, because the sweep runs on one host and each has its own disk.
  await sweepUnpacked(dataDir)
  const dir = join(folderOf(dataDir), randomUUID())
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Removes what killed processes have left unpacked. */
export async function sweepUnpacked(dataDir: string): Promise<void> {
  const root = folderOf(dataDir)
  for (const name of await readdir(root).catch(() => [])) {
    const found = await stat(join(root, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFT_HOURS * 3_600_000)
      await rm(join(root, name), { recursive: true, force: true })
  }
}
