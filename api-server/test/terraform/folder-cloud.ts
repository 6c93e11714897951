import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountCleaner } from '../../src/integrations/clouds/cleaner.ts'
import type { ResourceName } from '../../src/integrations/clouds/driver.ts'

/**
 * Cloud of one account whose resources are files, named by type and name. It is independent of Terraform and its state.
 */
export interface FolderCloud extends AccountCleaner {
  standing(): string[]
  /** Creates a resource like a learner does by hand. */
  make(name: string): void
  /** Removes a resource, like a cloud that deletes it after a delay. */
  remove(resource: ResourceName): void
}

export function folderCloud(folder: string): FolderCloud {
  const list = (): ResourceName[] =>
    readdirSync(folder)
      .sort()
      .map((file) => ({ type: file.slice(0, file.indexOf('.')), name: file.slice(file.indexOf('.') + 1) }))
  const fileOf = ({ type, name }: ResourceName) => join(folder, `${type}.${name}`)
  return {
    standing: () => list().map(({ type, name }) => `${type}.${name}`),
    remove: (resource) => rmSync(fileOf(resource)),
    make: (name) => writeFileSync(join(folder, name), ''),
    async nuke(_access, { keep }) {
      const removed = list().filter((one) => !keep.some(({ type, name }) => type === one.type && name === one.name))
      for (const one of removed) rmSync(fileOf(one))
      return { removed }
    },
    inventory: async () => ({ residue: [], left: list() }),
  }
}
