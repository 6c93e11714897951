import type { Accepted } from '@flagyard/api-types/contract/operation'
import ipaddr from 'ipaddr.js'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findLesson, listLabLessons } from '../courses/service.ts'
import { presentDeployments } from '../deployments/present.ts'
import { decideLabAccess } from '../entitlements/lab-access.ts'
import { readLedger } from '../entitlements/service.ts'
import {
  countFlags,
  findLabBySlug,
  type LabRow,
  labNotFound,
  listLearnerLabs,
  needsExtraData,
  presentLab,
} from '../labs/service.ts'
import * as queries from './queries.ts'

export async function readMyLab(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser, slug: string, address: string) {
  const lab = await findLabBySlug(deps.db, slug)
  const mine = await presentMyLabDetails(deps, user, lab, address)
  // A draft exists for nobody, except for those who got the lab before it became one again.
  if (lab.status === 'draft' && !mine.has_access) throw labNotFound()
  return mine
}

export async function listMyLabs(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser) {
  const { db } = deps
  const ledger = await readLedger(db, user.id)
  const [courses, labs] = [ledger.openTargets('course'), ledger.openTargets('lab')]
  const rows = await queries.listLabsOfLearner(
    db,
    user.id,
    courses.map((course) => course.target_id),
    labs.map((lab) => lab.target_id),
  )
  return presentMyLabs(deps, user, rows)
}

/** A lab with what its room shows. Whoever bought the lab alone reads its lesson here, without the rest of the course. */
export async function presentMyLabDetails(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: CurrentUser,
  lab: LabRow,
  address: string,
): Promise<Accepted<'myLabDetails'>> {
  const { db } = deps
  const [mine] = await presentMyLabs(deps, user, [{ lab, flags: await countFlags(db, lab.id) }])
  if (!mine) throw new Error(`The lab ${lab.slug} was not presented`)
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

/** The number of queries does not depend on the number of labs. */
async function presentMyLabs(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: CurrentUser,
  labs: { lab: LabRow; flags: number }[],
): Promise<Accepted<'myLab'>[]> {
  const { db } = deps
  const ids = labs.map(({ lab }) => lab.id)
  const lessonsOf = Map.groupBy(await listLabLessons(db, ids), (lesson) => lesson.lab_id)
  const ledger = await readLedger(db, user.id)
  const learnerLabs = byLab(await listLearnerLabs(db, user.id, ids))
  const solved = byLab(await queries.countSolvedByLab(db, user.id, ids))
  const latest = await presentDeployments(deps, await queries.listLatestDeployments(db, user.id, ids))
  const deployments = new Map(latest.map((deployment) => [deployment.lab, deployment]))
  return labs.map(({ lab, flags }) => {
    const lessons = lessonsOf.get(lab.id) ?? []
    const access = decideLabAccess(ledger, lab.id, lessons)
    const learnerLab = learnerLabs.get(lab.id)
    const lesson =
      lessons.find((item) => access.granted && item.course_id === access.entitlement.course_id) ?? lessons[0]
    const labAccessEndsAt = access.granted && access.entitlement.kind === 'lab' ? learnerLab?.access_ends_at : null
    const deployment = deployments.get(lab.slug)
    return {
      ...presentLab(lab, flags),
      has_access: access.granted,
      single: ledger.accessTo({ lab: lab.id }).granted,
      refusal: access.granted ? null : access.refusal,
      access_ends_at: labAccessEndsAt ?? (access.granted ? access.ends_at : null),
      resets_left: Math.max(0, lab.resets - (learnerLab?.resets_used ?? 0)),
      needs_extra_data: needsExtraData(lab, learnerLab),
      extra_data: user.impersonated_by ? {} : (learnerLab?.extra_data ?? {}),
      solved_flags: solved.get(lab.id)?.solved ?? 0,
      course: lesson ? { slug: lesson.slug, section: lesson.section, lesson: lesson.lesson } : null,
      deployment: deployment ? withoutSecrets(user, deployment) : null,
    }
  })
}

const byLab = <Row extends { lab_id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.lab_id, row]))

/** An impersonation session sees that the lab runs, but nothing that opens it. */
const withoutSecrets = <D extends Accepted<'deployment'>>({ impersonated_by }: CurrentUser, deployment: D): D =>
  impersonated_by ? { ...deployment, credentials: [], outputs: {}, console_url: null } : deployment
