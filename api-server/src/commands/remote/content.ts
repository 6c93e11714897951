import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import type { Output } from '@flagyard/api-types/contract/operation'
import {
  type ContentFolder,
  checksumsOf,
  type ExportOptions,
  FILES,
  openArchive,
  openEarlierExport,
  SUMS,
  saveFiles,
  saveTexts,
  writeArchive,
} from '../../areas/authoring/content/index.ts'
import { isChecksumName, kindOf } from '../../areas/authoring/uploads/index.ts'
import { ApiError } from '../../errors.ts'
import { sendUpload } from './send-upload.ts'
import type { Api } from './session.ts'

/** Interval between progress requests for an archive, in milliseconds. */
const ASK_EVERY_MS = 500
/** Maximum number of file names in one request. */
const MAX_NAMES = 1000

/** Preview of importing the folder on the server. Uploads files that the server is missing; changes nothing else. */
export async function diffAt(api: Api, folder: ContentFolder, prune: boolean): Promise<Output<'contentImport'>> {
  const sums = await checksumsOf(folder.files)
  await sendMissing(api, folder, sums)
  // Only texts and file names, so the archive fits in memory.
  const list = [...sums].map(([name, sum]) => `${sum.slice(0, 64)}  ${FILES}/${name}\n`).join('')
  const bytes = await buffer(writeArchive(new Map([[SUMS, list], ...folder.texts]), [], new Date()))
  const source = {
    bytes: bytes.length,
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
  }
  const upload = await sendUpload(api, source, { kind: 'archive', filename: 'content.zip' })
  if (upload.refusal) throw new ApiError('invalid', upload.refusal)
  return waitForImport(api, await api.checkArchive({ archiveCheck: { upload: upload.id, prune } }))
}

/** Runs the import that was previewed. Does nothing if the catalogue has changed since. */
export async function importAt(api: Api, { id, version }: Output<'contentImport'>): Promise<Output<'contentImport'>> {
  return waitForImport(api, await api.importArchive({ id, archiveImport: { version } }))
}

/** Downloads the server's catalogue into a folder, in the same form as an export from the database. */
export async function exportAt(api: Api, root: string, { withSecrets, withoutFiles }: ExportOptions): Promise<string> {
  const before = await openEarlierExport(root)
  const sums = await checksumsOf(before.files)
  const here = Object.fromEntries([...sums].filter(([, sum]) => isChecksumName(sum)))
  const response = await api.exportContent({
    contentExport: { files: !withoutFiles, ...(withSecrets && { with_secrets: true as const }), here },
  })
  const temporary = mkdtempSync(join(tmpdir(), 'flagyard-export-'))
  try {
    const file = join(temporary, 'content.zip')
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file))
    const bytes = statSync(file).size
    const source = { bytes, read: (range?: { start: number; end: number }) => createReadStream(file, range) }
    const limits = { film: bytes, picture: bytes, download: bytes, archive: bytes * 1000, stored: bytes }
    const dir = join(temporary, 'unpacked')
    const { texts, files, notes, problems } = await openArchive(source, { name: 'content.zip', dir, limits })
    const [problem] = problems
    if (problem) throw new ApiError('unexpected', `The export is broken: ${problem.file}: ${problem.message}`)
    saveTexts(root, texts, before)
    await saveFiles(
      root,
      [...files].map(([name, { read }]) => ({ name, read })),
    )
    return `${notes.trimEnd().replace('This archive', root)}`
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Uploads only files that the server does not have, because they are large. */
async function sendMissing(api: Api, { files }: ContentFolder, sums: ReadonlyMap<string, string>): Promise<void> {
  const names = [...new Set(sums.values())]
  const missing = new Set<string>()
  for (let at = 0; at < names.length; at += MAX_NAMES) {
    const answer = await api.listMissingFiles({ storedFilesAsk: { names: names.slice(at, at + MAX_NAMES) } })
    for (const name of answer.missing) missing.add(name)
  }
  for (const [filename, source] of files) {
    const sum = sums.get(filename) ?? ''
    const kind = kindOf(filename)
    if (!kind || !missing.delete(sum)) continue
    process.stderr.write(`Sending ${filename} (${Math.ceil(source.bytes / 1024)} kB)\n`)
    const { refusal } = await sendUpload(api, source, { kind, filename })
    if (refusal) throw new ApiError('invalid', `${FILES}/${filename}:1: ${refusal}`)
  }
}

async function waitForImport(api: Api, started: Output<'contentImport'>): Promise<Output<'contentImport'>> {
  let found = started
  while (found.state === 'checking' || found.state === 'importing') {
    await wait(ASK_EVERY_MS)
    found = await api.getContentImport({ id: started.id })
  }
  if (found.state === 'failed') throw new ApiError('unexpected', found.failure ?? 'The request failed.')
  return found
}
