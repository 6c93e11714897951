import { existsSync } from 'node:fs'
import { ApiError } from '../errors.ts'
import { comparePins, writePins } from '../integrations/clouds/terraform/pin-modules.ts'
import { modulesFolder } from '../server-folder.ts'
import { absolute, command, type Group, UsageError } from './command-line.ts'

const dir = { value: 'DIR', about: 'folder of modules; default: modules of this release' }

export const modules: Group = {
  about: 'Checks and pins Terraform modules. docs/how-to/real-clouds.md explains how to write them.',
  commands: {
    check: command({
      about: 'lists versions of modules that are not pinned, were changed after that, or are missing',
      words: [],
      options: { dir },
      json: true,
      async run(_, options) {
        const { unpinned, changed, gone, pinned } = await comparePins(folderOf(options.dir))
        const problems = [
          ...unpinned.map((one) => `${one}: not pinned`),
          ...changed.map((one) => `${one}: changed after it was pinned`),
          ...gone.map((one) => `${one}: pinned, but missing`),
        ]
        if (problems.length > 0) throw new ApiError('invalid', problems.join('\n'))
        const text = `No problems: ${pinned.length === 1 ? '1 version' : `${pinned.length} versions`}.`
        return { text, data: { pinned } }
      },
    }),
    pin: command({
      about: `writes the checksums of new versions into modules.sum

A version that was changed is refused, because labs may have been tried and built with it: give the change a new version.`,
      words: [],
      options: { dir, replace: { about: 'pins changed versions as well' } },
      json: true,
      async run(_, options) {
        const folder = folderOf(options.dir)
        const { changed } = await comparePins(folder)
        if (changed.length > 0 && !options.replace)
          throw new ApiError('invalid', `Changed after it was pinned, so give it a new version: ${changed.join(', ')}`)
        const pinned = await writePins(folder)
        return { text: `Pinned: ${pinned.join(', ')}.`, data: { pinned } }
      },
    }),
  },
}

function folderOf(given: string | undefined): string {
  if (given === undefined) return modulesFolder
  const folder = absolute(given)
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  return folder
}
