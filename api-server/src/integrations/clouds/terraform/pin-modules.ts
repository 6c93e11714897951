import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseSums, readFolder, SUMS_FILE } from './modules.ts'

interface Pins {
  pinned: string[]
  unpinned: string[]
  changed: string[]
  gone: string[]
}

/** Compares all module versions below a folder with the list of checksums: `aws/open-door 1.0.0`. */
export async function comparePins(folder: string): Promise<Pins> {
  const sums = parseSums(await readFile(join(folder, SUMS_FILE), 'utf8').catch(() => ''))
  const found = await digests(folder)
  const names = [...found.keys()]
  return {
    pinned: names.filter((one) => sums.get(one) === found.get(one)),
    unpinned: names.filter((one) => !sums.has(one)),
    changed: names.filter((one) => sums.has(one) && sums.get(one) !== found.get(one)),
    gone: [...sums.keys()].filter((one) => !found.has(one)),
  }
}

export async function writePins(folder: string): Promise<string[]> {
  const found = await digests(folder)
  const lines = [...found].map(([version, digest]) => `${version} ${digest}\n`)
  await writeFile(join(folder, SUMS_FILE), lines.sort().join(''))
  return [...found.keys()]
}

/** A folder counts as a module version if its name is a version and it contains Terraform files. */
async function digests(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const roots = new Set(entries.filter(({ name }) => name.endsWith('.tf')).map(({ parentPath }) => parentPath))
  const found = new Map<string, string>()
  for (const root of [...roots].sort()) {
    const path = relative(folder, root).replaceAll('\\', '/')
    const version = path.slice(path.lastIndexOf('/') + 1)
    if (!/^\d/.test(version)) continue
    const module = await readFolder(root)
    if (module) found.set(`${dirname(path)} ${version}`, module.digest)
  }
  return found
}
