import type { Accepted } from '@flagyard/api-types/contract/operation'
import ipaddr from 'ipaddr.js'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLesson, readLabsWithLessons } from '../../catalogue/courses/index.ts'
import { type Access, decideLabAccess, type Ledger, readLedger } from '../../catalogue/entitlements/index.ts'
import { downloadsLeft, labNotFound, needsExtraData, presentLab } from '../../catalogue/labs/index.ts'
import {
  findRunInstructions,
  listLatestDeployments,
  presentShown,
  type ShownDeployment,
} from '../../clouds/deployments/index.ts'
import { isRunning, walkthroughState } from './open-lab.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'config'>

/** Data for the list of the learner's labs. */
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

function ipv4Of(address: string): string | null {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : null
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
    deployment: shown ? withoutSecrets(user, await presentShown(deps, shown)) : null,
  }
}

/** An impersonation session sees that the lab is running, but no credentials, outputs or console link. */
const withoutSecrets = <D extends Accepted<'deployment'>>({ impersonated_by }: CurrentUser, deployment: D): D =>
  impersonated_by ? { ...deployment, credentials: [], outputs: {}, console_url: null } : deployment
