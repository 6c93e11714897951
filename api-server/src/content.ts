import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Commands, parse, runCommandLine, UsageError } from './command-line.ts'
import { ApiError } from './errors.ts'
import { exportContent } from './features/content/export.ts'
import { type ContentFolder, openFolder } from './features/content/folder.ts'
import { importContent } from './features/content/import.ts'
import { kinds, lessonsOf, singular } from './features/content/model.ts'
import { readContent } from './features/content/read.ts'
import { countOf, describeImport } from './features/content/report.ts'

const usage = `Usage:
  npm run content -- check DIR
  npm run content -- diff DIR [--prune]
  npm run content -- import DIR [--prune]
  npm run content -- export DIR [--with-secrets] [--without-files]

check   reads the folder and tells what is wrong in it, with file and line. It needs no database.
diff    tells what an import would add, change, archive and delete, and changes nothing.
import  does it, all or nothing. With --prune, what the folder does not have leaves the catalogue: it is archived where
        somebody has a history with it, and deleted otherwise.
export  writes the catalogue into a folder that is new, empty or one of content. Flags leave without their secrets unless
        --with-secrets is given. With --without-files, films, captions and downloads are only named by their checksums.

docs/how-to/content.md tells how to write such a folder. The embedded database belongs to one process: stop the server
first. On Postgres it may run on.`

const commands: Commands = {
  async check(args) {
    const [dir = ''] = parse(args, 1).positionals
    const { content, problems } = readContent(openDir(dir))
    if (problems.length > 0) throw refusal(problems)
    const lessons = content.courses.flatMap(lessonsOf).length
    const counts = [...kinds.map((kind) => countOf(content[kind].length, singular[kind])), countOf(lessons, 'lesson')]
    return `All is well: ${counts.join(', ')}.`
  },
  diff: (args) => change(args, true),
  import: (args) => change(args, false),
  async export(args) {
    const { positionals, values } = parse(args, 1, {
      'with-secrets': { type: 'boolean' },
      'without-files': { type: 'boolean' },
    })
    const root = absolute(positionals[0] ?? '')
    return async (deps) => {
      const options = { withSecrets: values['with-secrets'] === true, withoutFiles: values['without-files'] === true }
      const { texts, files, secretsLeftOut, lost } = await exportContent(deps, root, options)
      return [
        `${root} has ${countOf(texts, 'text')} and ${countOf(files, 'file')}.`,
        ...(secretsLeftOut > 0
          ? [`Left out: ${countOf(secretsLeftOut, 'secret')} of flags. An import keeps them.`]
          : []),
        ...lost.map((name) => `The store has lost ${name}.`),
      ].join('\n')
    }
  },
}

await runCommandLine(usage, commands)

async function change(args: string[], dryRun: boolean) {
  const { positionals, values } = parse(args, 1, { prune: { type: 'boolean' } })
  const folder = openDir(positionals[0] ?? '')
  return async (deps: Parameters<typeof importContent>[0]) => {
    const options = { actor: 'command line', prune: values.prune === true, dryRun } as const
    const report = await importContent(deps, folder, options)
    if (report.refused.length > 0) throw refusal(report.refused)
    return describeImport(report, dryRun)
  }
}

function refusal(refused: ContentFolder['problems']) {
  return new ApiError('invalid', describeImport({ applied: [], refused, notes: [] }, false))
}

/** npm runs its commands in the folder of the package; what was typed is meant from where it was typed. */
function absolute(dir: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), dir)
}

function openDir(dir: string): ContentFolder {
  const root = absolute(dir)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`There is no folder ${root}.`)
  return openFolder(root)
}
