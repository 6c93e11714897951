import type { Deps } from '../../../../deps.ts'
import {
  type FileFacts,
  inspectFile,
  keyOfChecksum,
  kindOf,
  type Source,
  UnusableFileError,
} from '../../uploads/index.ts'
import type { Problem } from '../model.ts'
import type { ContentFolder } from './folder.ts'
import { FILES } from './paths.ts'

/** Metadata of the folder's files and of the stored pictures it references, by checksum name. */
export async function factsOf(
  store: Pick<Deps['files'], 'read'>,
  { files }: ContentFolder,
  checksums: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, number>,
): Promise<{ facts: Map<string, FileFacts>; problems: Problem[] }> {
  const facts = new Map<string, FileFacts>()
  const problems: Problem[] = []
  for (const [name, file] of files) {
    try {
      facts.set(checksums.get(name) ?? name, await inspectFile(file, name))
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      problems.push({ file: `${FILES}/${name}`, line: 1, message: error.message })
    }
  }
  for (const [name, bytes] of present)
    if (kindOf(name) === 'picture') facts.set(name, await inspectFile(sourceOfStored(store, name, bytes), name))
  return { facts, problems }
}

const sourceOfStored = (store: Pick<Deps['files'], 'read'>, name: string, bytes: number): Source => ({
  bytes,
  read: (range) => store.read(keyOfChecksum(name), range),
})
