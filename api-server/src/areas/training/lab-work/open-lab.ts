import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLabAccess } from '../../catalogue/entitlements/index.ts'
import { findLab, type LabRow, learnerLabs } from '../../catalogue/labs/index.ts'
import { listLatestDeployments, type ShownDeployment } from '../../clouds/deployments/index.ts'
import { listFlagsOfLab } from './flag-queries.ts'

export const isRunning = (shown: ShownDeployment | undefined): boolean => shown?.deployment.state === 'running'

/** Lab of a learner who may open it, by the ledger or because it is still running, and whether they ever deployed it. Throws otherwise. */
export async function findOpenLab(db: Db, user: CurrentUser, slug: string): Promise<{ lab: LabRow; begun: boolean }> {
  const [row, access, latest] = await Promise.all([
    findLab(db, { slug }),
    findLabAccess(db, user.id, slug),
    listLatestDeployments(db, user.id),
  ])
  const shown = latest.find(({ deployment }) => deployment.lab_id === row.id)
  if (!access.granted && !isRunning(shown))
    throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  return { lab: { ...row, ...shown?.run?.lab }, begun: shown !== undefined }
}

/** The walkthrough of a whole lab opens after the lab was deployed and all its required flags are solved. */
export async function walkthroughState(
  db: Db,
  user: CurrentUser,
  slug: string,
  walkthrough: string | null,
  begun: boolean,
): Promise<'none' | 'closed' | 'open'> {
  if (!walkthrough?.trim()) return 'none'
  if (!begun) return 'closed'
  return (await areFlagsSolved(db, user, slug)) ? 'open' : 'closed'
}

/** Whether the learner has solved all required flags of the lab. */
export async function areFlagsSolved(db: Db, user: CurrentUser, slug: string): Promise<boolean> {
  const flags = await listFlagsOfLab(db, user.id, slug)
  return flags.every(({ flag, solved_at }) => solved_at !== null || !flag.required)
}

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
  if (!(await learnerLabs.countDownload(db, user.id, lab.id, lab.download_limit)))
    throw new ApiError('conflict', 'You have used all downloads of this lab. Write to us if you need another one.')
  return { name: fileName(found), file: found.file }
}

/** Displayed name with the file's extension. */
function fileName({ name, file }: { name: string; file: string }): string {
  const ending = /\.[a-z0-9]+$/i.exec(file)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}

/** Presents a walkthrough as a link or as text. */
export function presentWalkthrough(text: string): Accepted<'walkthrough'> {
  const address = text.trim()
  return /^https?:\/\/\S+$/.test(address) ? { url: address, markdown: null } : { url: null, markdown: text }
}

/** Walkthrough of a whole lab, for learners who solved its required flags. */
export async function readLabWalkthrough({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const { lab, begun } = await findOpenLab(db, user, slug)
  const state = await walkthroughState(db, user, slug, lab.walkthrough, begun)
  if (state === 'none' || lab.walkthrough === null) throw new ApiError('not_found', 'This lab has no walkthrough.')
  if (state === 'closed')
    throw new ApiError('not_earned', 'The walkthrough opens once you have solved every required flag of this lab.')
  return presentWalkthrough(lab.walkthrough)
}
