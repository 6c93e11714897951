import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ApiError } from '../errors.ts'
import { comparePins, writePins } from '../integrations/clouds/terraform/pin-modules.ts'
import { modulesFolder } from '../server-folder.ts'
import { type Commands, parse, runCommandLine, UsageError } from './command-line.ts'

const usage = `Usage:
  npm run modules -- check [--dir DIR]
  npm run modules -- pin [--dir DIR] [--replace]

check  tells which versions of modules are not pinned, were changed after that, or are gone.
pin    writes the checksums of new versions into modules.sum. A version that was changed is refused, because labs may have
       been tried and built with it: give the change a new version. --replace pins it all the same.

DIR is the folder of modules, without it the one of this repository. docs/how-to/real-clouds.md tells how to write them.`

const commands: Commands = {
  async check(args) {
    const folder = folderOf(parse(args, 0, { dir: { type: 'string' } }).values.dir)
    const { unpinned, changed, gone, pinned } = await comparePins(folder)
    const problems = [
      ...unpinned.map((one) => `${one}: not pinned`),
      ...changed.map((one) => `${one}: changed after it was pinned`),
      ...gone.map((one) => `${one}: pinned, but missing`),
    ]
    if (problems.length > 0) throw new ApiError('invalid', problems.join('\n'))
    return `No problems: ${pinned.length === 1 ? '1 version' : `${pinned.length} versions`}.`
  },
  async pin(args) {
    const { values } = parse(args, 0, { dir: { type: 'string' }, replace: { type: 'boolean' } })
    const folder = folderOf(values.dir)
    const { changed } = await comparePins(folder)
    if (changed.length > 0 && !values.replace)
      throw new ApiError('invalid', `Changed after it was pinned, so give it a new version: ${changed.join(', ')}`)
    return `Pinned: ${(await writePins(folder)).join(', ')}.`
  },
}
await runCommandLine(usage, commands)

function folderOf(given: string | boolean | undefined): string {
  if (typeof given !== 'string') return modulesFolder
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given)
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  return folder
}
