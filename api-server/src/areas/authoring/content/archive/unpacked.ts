import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Age in hours after which an unpacked folder is orphaned, because its process was killed. */
const LEFT_HOURS = 2

const folderOf = (dataDir: string) => join(dataDir, 'unpacked')

/** Runs `work` with a new folder to unpack into, and always removes the folder afterwards. */
export async function whileUnpacked<T>(dataDir: string, work: (dir: string) => Promise<T>): Promise<T> {
  // Also here, because the sweep job runs on only one host and each host has its own disk.
  await sweepUnpacked(dataDir)
  const dir = join(folderOf(dataDir), randomUUID())
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Removes folders left behind by killed processes. */
export async function sweepUnpacked(dataDir: string): Promise<void> {
  const root = folderOf(dataDir)
  for (const name of await readdir(root).catch(() => [])) {
    const found = await stat(join(root, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFT_HOURS * 3_600_000)
      await rm(join(root, name), { recursive: true, force: true })
  }
}
