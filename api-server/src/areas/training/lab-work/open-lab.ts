import type { Db } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLabAccess } from '../../catalogue/entitlements/lab-access.ts'
import { findLabBySlug, type LabRow } from '../../catalogue/labs/service.ts'
import { listLatestDeployments, type ShownDeployment } from '../../clouds/deployments/service.ts'
import { listFlagsOfLab } from './flag-queries.ts'

export const isRunning = (shown: ShownDeployment | undefined): boolean => shown?.deployment.state === 'running'

/** Lab of a learner who may open it, by the ledger or because it is still running, and whether they ever deployed it. Throws otherwise. */
export async function findOpenLab(db: Db, user: CurrentUser, slug: string): Promise<{ lab: LabRow; begun: boolean }> {
  const [row, access, latest] = await Promise.all([
    findLabBySlug(db, slug),
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
