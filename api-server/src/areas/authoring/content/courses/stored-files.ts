import { invalidField } from '../../../../errors.ts'
import type { FileStore } from '../../../../integrations/files.ts'
import { isChecksumName, keyOfChecksum, nameOfKey } from '../../uploads/file-types.ts'

/** Store key of a file name in an edit: one that the lesson already uses, or an uploaded file. */
export async function findStoredKey(
  store: Pick<FileStore, 'size'>,
  name: string,
  { field, types, present }: { field: string; types: readonly string[]; present: readonly string[] },
): Promise<string> {
  const kept = present.find((key) => nameOfKey(key) === name)
  if (kept) return kept
  if (!isChecksumName(name) || !types.some((type) => name.endsWith(`.${type}`)))
    throw invalidField(field, `Choose an uploaded file of the type ${types.join(' or ')}`)
  const key = keyOfChecksum(name)
  if ((await store.size(key)) === null) throw invalidField(field, 'This file is not stored. Please upload it again')
  return key
}
