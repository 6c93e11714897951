import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findUserId } from '../../platform/auth/service.ts'
import { type LabOfUser, listLabsOfUser } from './user-lab-queries.ts'

type Action = Accepted<'userLab'>['allowed'][number]

/** Actions that the caller may perform on the lab now. */
export function allowedOnLab(lab: LabOfUser, { capabilities }: Pick<CurrentUser, 'capabilities'>): Action[] {
  if (!capabilities.includes('support')) return []
  const possible: Record<Action, boolean> = {
    extend_access: lab.single && lab.has_end,
    download_limit: lab.downloads > 0,
    reset_resets: lab.resets_used > 0,
    reset: lab.state === 'running',
  }
  return (Object.keys(possible) as Action[]).filter((action) => possible[action])
}

export async function listUserLabs(db: Db, caller: CurrentUser, username: string): Promise<Accepted<'userLab[]'>> {
  const labs = await listLabsOfUser(db, await findUserId(db, username))
  return labs.map((lab) => ({ ...lab, allowed: allowedOnLab(lab, caller) }))
}
