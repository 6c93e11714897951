import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { countDownload } from '../../catalogue/labs/service.ts'
import { findOpenLab } from './open-lab.ts'

/** Returns a file of a lab by name. Counts a download before the first byte is sent; a missing file does not count. */
export async function takeDownload(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  user: CurrentUser,
  slug: string,
  name: string,
): Promise<{ name: string; file: string }> {
  const { lab } = await findOpenLab(db, user, slug)
  const found = lab.downloads.find((one) => one.name === name)
  if (!found) throw new ApiError('not_found', 'This lab has no such file.')
  if ((await files.size(found.file)) === null)
    throw new ApiError('not_found', 'This file is missing. That is our fault: write to us, and we put it back.')
  if (!(await countDownload(db, user.id, lab.id, lab.download_limit)))
    throw new ApiError('conflict', 'You have used all downloads of this lab. Write to us if you need another one.')
  return { name: fileName(found), file: found.file }
}

/** Displayed name with the file's extension. */
function fileName({ name, file }: { name: string; file: string }): string {
  const ending = /\.[a-z0-9]+$/i.exec(file)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}
