import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findOpenLab, walkthroughState } from './open-lab.ts'

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
