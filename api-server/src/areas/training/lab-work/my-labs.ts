import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLesson, readLabsWithLessons } from '../../catalogue/courses/index.ts'
import {
  type Access,
  decideLabAccess,
  findLabAccess,
  type Ledger,
  readLedger,
} from '../../catalogue/entitlements/index.ts'
import {
  downloadsLeft,
  findLab,
  type LabRow,
  labNotFound,
  learnerLabs,
  needsExtraData,
  presentLab,
} from '../../catalogue/labs/index.ts'
import {
  findRunInstructions,
  listLatestDeployments,
  presentDeployment,
  type ShownDeployment,
} from '../../clouds/deployments/index.ts'
import { ipv4Of } from './extra-value.ts'
import { listFlagsOfLab } from './flag-queries.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'config'>

export const readMyLabs = (deps: Pick<Deps, 'db' | 'listen'>, userId: string) =>
  Promise.all([
    readLabsWithLessons(deps),
    readLedger(deps.db, userId),
    listLatestDeployments(deps.db, userId),
    queries.listUseOfLabs(deps.db, userId),
  ])

/** Labs that the ledger opens to the learner, or that they ever deployed. */
export function presentMyLabs(
  deps: NeededDeps,
  user: CurrentUser,
  [labs, ledger, latest, useOfLabs]: Awaited<ReturnType<typeof readMyLabs>>,
) {
  const mine = labs.flatMap(({ lab, flags, lessons }) => {
    const shown = latest.find(({ deployment }) => deployment.lab_id === lab.id)
    const access = decideLabAccess(ledger, lab.id, lessons)
    if (!shown && !access.granted) return []
    const { learner_lab = null, solved = 0 } = useOfLabs.find(({ lab_id }) => lab_id === lab.id) ?? {}
    return presentMyLab(deps, user, ledger, access, { lab, flags, lessons, learner_lab, solved }, shown)
  })
  return Promise.all(mine)
}

/** A lab with the data of its page. Includes the lesson's text, so that learners who bought only the lab can read it. */
export async function readMyLab(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  address: string,
): Promise<Accepted<'myLabDetails'>> {
  const { db } = deps
  const [row, ledger, latest] = await Promise.all([
    queries.findMyLab(db, user.id, slug),
    readLedger(db, user.id),
    listLatestDeployments(db, user.id),
  ])
  const shown = latest.find(({ deployment }) => deployment.lab_id === row.lab.id)
  const access = decideLabAccess(ledger, row.lab.id, row.lessons)
  const mine = await presentMyLab(deps, user, ledger, access, row, shown)
  // A draft is visible only to learners who got the lab before it became a draft again.
  if (mine.status === 'draft' && !mine.has_access) throw labNotFound()
  const { course, has_access } = mine
  const found = has_access && course && (await findLesson(db, course.slug, course.section, course.lesson))
  return {
    ...mine,
    instructions: (await findRunInstructions(db, shown)) ?? (found ? found.lesson.body : ''),
    downloads: has_access || isRunning(shown) ? mine.downloads : [],
    downloads_left: downloadsLeft(mine, row.learner_lab ?? undefined),
    walkthrough_state: await walkthroughState(db, user, slug, mine.walkthrough, shown !== undefined),
    can_rehearse: has_access && mine.module_stages.length > 0 && mine.status === 'published',
    has_defense: mine.defense !== null,
    my_address: user.impersonated_by ? null : ipv4Of(address),
  }
}

async function presentMyLab(
  deps: NeededDeps,
  user: CurrentUser,
  ledger: Ledger,
  access: Access,
  { lab, flags, lessons, solved, ...row }: queries.MyLab,
  shown: ShownDeployment | undefined,
) {
  const learnerLab = row.learner_lab ?? undefined
  const run = shown?.run
  const seen = { ...lab, ...run?.lab }
  const lesson = lessons.find((item) => access.granted && item.course_id === access.entitlement.course_id) ?? lessons[0]
  const labAccessEndsAt = access.granted && access.entitlement.kind === 'lab' ? learnerLab?.access_ends_at : null
  return {
    ...presentLab(seen, run?.flags.length ?? flags),
    has_access: access.granted,
    single: ledger.accessTo({ lab: lab.id }).granted,
    refusal: access.granted ? null : access.refusal,
    access_ends_at: labAccessEndsAt ?? (access.granted ? access.ends_at : null),
    resets_left: Math.max(0, seen.resets - (learnerLab?.resets_used ?? 0)),
    needs_extra_data: needsExtraData(seen, learnerLab),
    extra_data: user.impersonated_by ? {} : (learnerLab?.extra_data ?? {}),
    solved_flags: run ? (shown?.solved_in_run ?? 0) : solved,
    course: lesson ? { slug: lesson.slug, section: lesson.section, lesson: lesson.lesson } : null,
    deployment: shown ? withoutSecrets(user, await presentDeployment(deps, shown)) : null,
  }
}

/** An impersonation session sees that the lab is running, but no credentials, outputs or console link. */
const withoutSecrets = <D extends Accepted<'deployment'>>({ impersonated_by }: CurrentUser, deployment: D): D =>
  impersonated_by ? { ...deployment, credentials: [], outputs: {}, console_url: null } : deployment

const isRunning = (shown: ShownDeployment | undefined): boolean => shown?.deployment.state === 'running'

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
async function walkthroughState(
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
    throw new ApiError(
      'not_found',
      'This file is missing because of an error on our side. Please write to us, and we will restore it.',
    )
  if (!(await learnerLabs.countDownload(db, user.id, lab.id, lab.download_limit)))
    throw new ApiError('conflict', 'You have used all downloads of this lab. Write to us if you need another one.')
  return { name: fileName(found), file: found.file }
}

function fileName({ name, file }: { name: string; file: string }): string {
  const ending = /\.[a-z0-9]+$/i.exec(file)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}

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
