import type { Accepted } from '@flagyard/api-types/contract/operation'
import ipaddr from 'ipaddr.js'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findLesson } from '../courses/service.ts'
import { presentShown } from '../deployments/present.ts'
import { listLatestDeployments, type ShownDeployment } from '../deployments/service.ts'
import { decideLabAccess } from '../entitlements/lab-access.ts'
import { type Ledger, readLedger } from '../entitlements/service.ts'
import { labNotFound, needsExtraData, presentLab } from '../labs/service.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets'>

export const listMyLabs = ({ db, ...deps }: NeededDeps, user: CurrentUser) =>
  presentMyLabs({ db, ...deps }, user, queries.listMyLabs(db, user.id))

/** A lab with what its room shows. Whoever bought the lab alone reads its lesson here, without the rest of the course. */
export async function readMyLab(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  address: string,
): Promise<Accepted<'myLabDetails'>> {
  const { db } = deps
  const [mine] = await presentMyLabs(deps, user, queries.listMyLabBySlug(db, user.id, slug))
  // A draft exists for nobody, except for those who got the lab before it became one again.
  if (!mine || (mine.status === 'draft' && !mine.has_access)) throw labNotFound()
  const { course, has_access } = mine
  const found = has_access && course && (await findLesson(db, course.slug, course.section, course.lesson))
  return {
    ...mine,
    instructions: found ? found.lesson.body : '',
    my_address: user.impersonated_by ? null : ipv4Of(address),
  }
}

function ipv4Of(address: string): string | null {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : null
}

/** The number of queries does not depend on the number of labs, but for those that the learner waits for in a queue. */
async function presentMyLabs(deps: NeededDeps, user: CurrentUser, found: Promise<queries.MyLab[]>) {
  const [labs, ledger, latest] = await Promise.all([
    found,
    readLedger(deps.db, user.id),
    listLatestDeployments(deps.db, user.id),
  ])
  return Promise.all(
    labs.map((row) => {
      const shown = latest.find(({ deployment }) => deployment.lab_id === row.lab.id)
      return presentMyLab(deps, user, ledger, row, shown)
    }),
  )
}

async function presentMyLab(
  deps: NeededDeps,
  user: CurrentUser,
  ledger: Ledger,
  { lab, flags, lessons, solved, ...row }: queries.MyLab,
  shown: ShownDeployment | undefined,
) {
  const learnerLab = row.learner_lab ?? undefined
  const access = decideLabAccess(ledger, lab.id, lessons)
  const lesson = lessons.find((item) => access.granted && item.course_id === access.entitlement.course_id) ?? lessons[0]
  const labAccessEndsAt = access.granted && access.entitlement.kind === 'lab' ? learnerLab?.access_ends_at : null
  return {
    ...presentLab(lab, flags),
    has_access: access.granted,
    single: ledger.accessTo({ lab: lab.id }).granted,
    refusal: access.granted ? null : access.refusal,
    access_ends_at: labAccessEndsAt ?? (access.granted ? access.ends_at : null),
    resets_left: Math.max(0, lab.resets - (learnerLab?.resets_used ?? 0)),
    needs_extra_data: needsExtraData(lab, learnerLab),
    extra_data: user.impersonated_by ? {} : (learnerLab?.extra_data ?? {}),
    solved_flags: solved,
    course: lesson ? { slug: lesson.slug, section: lesson.section, lesson: lesson.lesson } : null,
    deployment: shown ? withoutSecrets(user, await presentShown(deps, shown)) : null,
  }
}

/** An impersonation session sees that the lab runs, but nothing that opens it. */
const withoutSecrets = <D extends Accepted<'deployment'>>({ impersonated_by }: CurrentUser, deployment: D): D =>
  impersonated_by ? { ...deployment, credentials: [], outputs: {}, console_url: null } : deployment
