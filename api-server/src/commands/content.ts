import { existsSync, statSync } from 'node:fs'
import type { Output } from '@flagyard/api-types/contract/operation'
import {
  type ContentFolder,
  describeContent,
  describeExport,
  describeImport,
  exportContent,
  importContent,
  openFolder,
  presentReport,
  readContent,
} from '../areas/authoring/content/index.ts'
import { parseFileLimits } from '../config.ts'
import { ApiError } from '../errors.ts'
import { absolute, command, type Group, type Result, UsageError } from './command-line.ts'
import { diffAt, exportAt, importAt } from './remote/content.ts'
import { type Api, signIn } from './remote/session.ts'

const server = { value: 'URL', about: 'works through a running server, such as https://training.example.org' }
const prune = {
  about: 'archives what the folder does not have if a learner has a history with it, deletes it otherwise',
}

export const content: Group = {
  about: `Works on the catalogue as files. docs/how-to/content.md explains how to write such a folder.

With --server, the commands work through a running server, as an administrator with the capability content; with secrets,
as an owner too. Username, password and the code of the second factor are asked for, or read from FLAGYARD_USERNAME,
FLAGYARD_PASSWORD and FLAGYARD_CODE. Files that the server has are not sent again. Those that it does not have are already
sent for a diff, which changes nothing else.

Without --server, the embedded database allows one process: stop the server first. On Postgres it may run.`,
  commands: {
    check: command({
      about: 'lists errors in a folder, with file and line; needs no database',
      words: ['DIR'],
      async run([dir]) {
        const { content, problems } = await readContent(await openDir(dir))
        if (problems.length > 0) throw refusalOf(problems)
        return `No problems: ${describeContent(content)}.`
      },
    }),
    diff: command({
      about: 'shows what an import would add, change, archive and delete; changes nothing',
      words: ['DIR'],
      options: { prune, server },
      json: true,
      run: ([dir], options) => change(dir, options, true),
    }),
    import: command({
      about: 'imports everything, or nothing',
      words: ['DIR'],
      options: { prune, server },
      json: true,
      run: ([dir], options) => change(dir, options, false),
    }),
    export: command({
      about: 'writes the catalogue into a folder that is new, empty or already contains content',
      words: ['DIR'],
      options: {
        'with-secrets': { about: 'includes the secrets of flags' },
        'without-files': { about: 'names videos, captions and downloads only by their checksums' },
        server,
      },
      async run([dir], given) {
        const root = absolute(dir)
        const options = { withSecrets: given['with-secrets'], withoutFiles: given['without-files'] }
        if (given.server !== undefined) return at(given.server, (api) => exportAt(api, root, options))
        return async (deps) => describeExport(root, await exportContent(deps, root, options))
      },
    }),
  },
}

async function change(dir: string, { server, prune }: { server: string | undefined; prune: boolean }, dryRun: boolean) {
  const folder = await openDir(dir)
  if (server !== undefined) {
    // Errors in the folder itself are reported without contacting the server.
    const { problems } = await readContent(folder)
    if (problems.length > 0) throw refusalOf(problems)
    return at(server, async (api) => describe(await changeAt(api, folder, prune, dryRun), dryRun))
  }
  return async (deps: Parameters<typeof importContent>[0]) => {
    const options = { actor: 'command line', prune: prune, dryRun } as const
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

async function at<T>(server: string, work: (api: Api) => Promise<T>): Promise<T> {
  const session = await signIn(server, process.env)
  try {
    return await work(session.api)
  } finally {
    await session.close()
  }
}

function describe(report: Output<'importReport'>, dryRun: boolean): Result {
  const text = describeImport(report, dryRun)
  if (report.refused_count > 0) throw new ApiError('invalid', text)
  return { text, data: report }
}

function refusalOf(refused: ContentFolder['problems']) {
  return new ApiError('invalid', describeImport(presentReport({ applied: [], refused, notes: [] }), false))
}

async function openDir(dir: string): Promise<ContentFolder> {
  const root = absolute(dir)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`There is no folder ${root}.`)
  return openFolder(root, parseFileLimits(process.env))
}
