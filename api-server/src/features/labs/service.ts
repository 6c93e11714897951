import type { Accepted } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../http/call.ts'
import { invalidField } from '../../http/validation.ts'
import { serveQueue } from '../deployments/leasing.ts'
import { describeDeployment } from '../deployments/view.ts'
import { type Access, findAccess, listAccess } from '../entitlements/service.ts'
import { findLabAccess, saveExtraData } from './access-queries.ts'
import * as queries from './queries.ts'

/** What a visitor may know of a lab; drafts do not exist for them. */
export async function describeLab({ db }: Pick<Deps, 'db'>, slug: string): Promise<Accepted<'lab'>> {
  const lab = await queries.findLabBySlug(db, slug)
  if (lab.status === 'draft') throw new ApiError('not_found', 'There is no such lab.')
  return wholeOf(lab, await queries.countFlags(db, lab.id))
}

export async function listLabsOnSale({ db }: Pick<Deps, 'db'>): Promise<Accepted<'labCard[]'>> {
  return (await queries.listOnSale(db)).map(({ lab, flags }) => wholeOf(lab, flags))
}

const wholeOf = (lab: queries.LabRow, flags: number) => ({
  ...lab,
  flags,
  price: lab.price_amount === null ? null : { amount: lab.price_amount, currency: lab.price_currency },
})

/** May this learner open the lab: by itself, or in a course that holds it? One answer for every call (DOMAIN §4). */
export async function findLabRight(db: Db, userId: string, labId: string): Promise<Access> {
  const alone = await findAccess(db, userId, { lab: labId })
  if (alone.granted) return alone
  let refused = alone
  for (const { course_id } of await queries.listPlaces(db, [labId])) {
    const access = await findAccess(db, userId, { course: course_id, lab: labId })
    if (access.granted) return access
    if (refused.refusal.code === 'not_entitled') refused = access
  }
  return refused
}

/** A lab and me. */
export async function readMyLab(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser, slug: string) {
  const lab = await queries.findLabBySlug(deps.db, slug)
  return describeMine(deps, user, lab)
}

export async function listMyLabs(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser) {
  const { db } = deps
  const [courses, labs] = [await listAccess(db, user.id, 'course'), await listAccess(db, user.id, 'lab')]
  const mine = await queries.listLabsOf(
    db,
    user.id,
    courses.map((one) => one.target_id),
    labs.map((one) => one.target_id),
  )
  const all: Accepted<'myLab[]'> = []
  for (const { lab } of mine) all.push(await describeMine(deps, user, lab))
  return all
}

async function describeMine(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: CurrentUser,
  lab: queries.LabRow,
): Promise<Accepted<'myLab'>> {
  const { db } = deps
  const [access, mine] = [await findLabRight(db, user.id, lab.id), await findLabAccess(db, user.id, lab.id)]
  const [solved] = await queries.countSolvedByLab(db, user.id, [lab.id])
  const [latest] = await queries.listLatestDeployments(db, user.id, [lab.id])
  const places = await queries.listPlaces(db, [lab.id])
  const place = places.find((one) => access.granted && one.course_id === access.entitlement.course_id) ?? places[0]
  const own = access.granted && access.entitlement.kind === 'lab' ? mine?.access_ends_at : null
  return {
    ...wholeOf(lab, await queries.countFlags(db, lab.id)),
    has_access: access.granted,
    refusal: access.granted ? null : access.refusal,
    access_ends_at: own ?? (access.granted ? access.ends_at : null),
    resets_left: Math.max(0, lab.resets - (mine?.resets_used ?? 0)),
    extra_data: user.seen_by ? {} : (mine?.extra_data ?? {}),
    solved_flags: solved?.solved ?? 0,
    course: place ? { slug: place.slug, section: place.section, lesson: place.lesson } : null,
    deployment: latest ? withoutSecrets(user, await describeDeployment(deps, latest)) : null,
  }
}

/** Whoever only looks on sees that it runs, and nothing that opens it. */
const withoutSecrets = <D extends Accepted<'deployment'>>({ seen_by }: CurrentUser, deployment: D): D =>
  seen_by ? { ...deployment, credentials: [], outputs: {}, console_url: null } : deployment

/** Keeps what a lab asks before it is built: only the fields it declares; a deployment that waited for it goes on. */
export async function addExtraData(
  deps: Pick<Deps, 'db' | 'secrets' | 'queue'>,
  user: CurrentUser,
  slug: string,
  values: Record<string, string>,
) {
  const { db } = deps
  const lab = await queries.findLabBySlug(db, slug)
  const access = await findLabRight(db, user.id, lab.id)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  requireValues(lab, values)
  await db.transaction(async (tx) => {
    await saveExtraData(tx, user.id, lab.id, values)
    await serveQueue(tx, deps, lab.cloud)
  })
  return describeMine(deps, user, lab)
}

function requireValues({ extra_fields }: queries.LabRow, values: Record<string, string>) {
  for (const name of Object.keys(values))
    if (!extra_fields.some((field) => field.name === name))
      throw invalidField(`values.${name}`, 'This lab does not ask for that')
  for (const { name, label, required, max_length } of extra_fields) {
    const value = values[name] ?? ''
    if (required && value.trim() === '') throw invalidField(`values.${name}`, `Please fill in “${label}”`)
    if (value.length > max_length) throw invalidField(`values.${name}`, `Use at most ${max_length} characters`)
    if (/\p{Cc}/u.test(value)) throw invalidField(`values.${name}`, 'Leave out line breaks and control characters')
  }
}
