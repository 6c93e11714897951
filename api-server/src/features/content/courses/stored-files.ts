import { invalidField } from '../../../errors.ts'
import type { FileStore } from '../../../integrations/files.ts'
import { keyOfChecksum } from '../checksums.ts'
import { isChecksumName } from '../read.ts'

/** The name of a stored file: its checksum and type. One that came from elsewhere goes by its whole key. */
export function nameOfFile(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return keyOfChecksum(name) === key && isChecksumName(name) ? name : key
}

/** The key of a file that an editor names: one that the lesson has already, or one that was uploaded. */
export async function keyOfFile(
  store: Pick<FileStore, 'size'>,
  name: string,
  { field, types, present }: { field: string; types: readonly string[]; present: readonly string[] },
): Promise<string> {
  const kept = present.find((key) => nameOfFile(key) === name)
  if (kept) return kept
  if (!isChecksumName(name) || !types.some((type) => name.endsWith(`.${type}`)))
    throw invalidField(field, `Choose an uploaded file of the type ${types.join(' or ')}`)
  const key = keyOfChecksum(name)
  if ((await store.size(key)) === null) throw invalidField(field, 'This file is not stored. Please upload it again')
  return key
}
