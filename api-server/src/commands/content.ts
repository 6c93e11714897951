import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Output } from '@flagyard/api-types/contract/operation'
import {
  type ContentFolder,
  countOf,
  describeExport,
  describeImport,
  exportContent,
  importContent,
  kinds,
  lessonsOf,
  openFolder,
  presentReport,
  readContent,
  singular,
} from '../areas/authoring/content/index.ts'
import { parseFileLimits } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Commands, parse, runCommandLine, UsageError } from './command-line.ts'
import { diffAt, exportAt, importAt } from './remote/content.ts'
import { type Api, signIn } from './remote/session.ts'

const usage = `Usage:
  npm run content -- check DIR
  npm run content -- diff DIR [--prune] [--server URL]
  npm run content -- import DIR [--prune] [--server URL]
  npm run content -- export DIR [--with-secrets] [--without-files] [--server URL]

check   reads the folder and tells what is wrong in it, with file and line. It needs no database.
diff    tells what an import would add, change, archive and delete, and changes nothing.
import  does it, all or nothing. With --prune, what the folder does not have leaves the catalogue: it is archived where
        somebody has a history with it, and deleted otherwise.
export  writes the catalogue into a folder that is new, empty or one of content. Flags leave without their secrets unless
        --with-secrets is given. With --without-files, films, captions and downloads are only named by their checksums.

With --server they work through a running server, such as https://training.example.org, as an administrator with the
capability content; with secrets, as an owner too. Username, password and the code of the second factor are asked for, or
taken from FLAGYARD_USERNAME, FLAGYARD_PASSWORD and FLAGYARD_CODE. Films and other files that the server has are not sent
again; those that it does not have are sent for a diff already, which changes nothing else.

docs/how-to/content.md tells how to write such a folder. Without --server, the embedded database belongs to one process:
stop the server first. On Postgres it may run on.`

const commands: Commands = {
  async check(args) {
    const [dir = ''] = parse(args, 1).positionals
    const { content, problems } = await readContent(await openDir(dir))
    if (problems.length > 0) throw refusalOf(problems)
    const lessons = content.courses.flatMap(lessonsOf).length
    const counts = [...kinds.map((kind) => countOf(content[kind].length, singular[kind])), countOf(lessons, 'lesson')]
    return `No problems: ${counts.join(', ')}.`
  },
  diff: (args) => change(args, true),
  import: (args) => change(args, false),
  async export(args) {
    const { positionals, values } = parse(args, 1, {
      'with-secrets': { type: 'boolean' },
      'without-files': { type: 'boolean' },
      server: { type: 'string' },
    })
    const root = absolute(positionals[0] ?? '')
    const options = { withSecrets: values['with-secrets'] === true, withoutFiles: values['without-files'] === true }
    if (typeof values.server === 'string') return at(values.server, (api) => exportAt(api, root, options))
    return async (deps) => describeExport(root, await exportContent(deps, root, options))
  },
}

await runCommandLine(usage, commands)

async function change(args: string[], dryRun: boolean) {
  const { positionals, values } = parse(args, 1, { prune: { type: 'boolean' }, server: { type: 'string' } })
  const folder = await openDir(positionals[0] ?? '')
  const { server, prune } = values
  if (typeof server === 'string') {
    // Errors in the folder itself are reported without contacting the server.
    const { problems } = await readContent(folder)
    if (problems.length > 0) throw refusalOf(problems)
    return at(server, async (api) => describe(await changeAt(api, folder, prune === true, dryRun), dryRun))
  }
  return async (deps: Parameters<typeof importContent>[0]) => {
    const options = { actor: 'command line', prune: prune === true, dryRun } as const
    return describe(presentReport(await importContent(deps, folder, options)), dryRun)
  }
}

async function changeAt(api: Api, folder: ContentFolder, prune: boolean, dryRun: boolean) {
  const found = await diffAt(api, folder, prune)
  const isDone = dryRun || found.report === null || found.report.refused_count > 0 || found.report.applied.length === 0
  const { report, moved } = isDone ? found : await importAt(api, found)
  if (moved)
    throw new ApiError(
      'conflict',
      'The catalogue changed in the meantime, so nothing was imported. Run the command again.',
    )
  if (!report) throw new ApiError('unexpected', 'The server returned no report.')
  return report
}

async function at(server: string, work: (api: Api) => Promise<string>): Promise<string> {
  const session = await signIn(server, process.env)
  try {
    return await work(session.api)
  } finally {
    await session.close()
  }
}

function describe(report: Output<'importReport'>, dryRun: boolean): string {
  const text = describeImport(report, dryRun)
  if (report.refused_count > 0) throw new ApiError('invalid', text)
  return text
}

function refusalOf(refused: ContentFolder['problems']) {
  return new ApiError('invalid', describeImport(presentReport({ applied: [], refused, notes: [] }), false))
}

/** npm runs scripts in the package folder, but a typed path is relative to where npm was called. */
function absolute(dir: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), dir)
}

async function openDir(dir: string): Promise<ContentFolder> {
  const root = absolute(dir)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`There is no folder ${root}.`)
  return openFolder(root, parseFileLimits(process.env))
}
