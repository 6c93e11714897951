import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assignFreeAccounts } from '../deployments/allocation.ts'
import { describeDeployments } from '../deployments/present.ts'
import { type Access, listAccess, readLedger } from '../entitlements/service.ts'
import { listLabAccess, saveExtraData } from './access-queries.ts'
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
  const places = await queries.listPlaces(db, [labId])
  const ledger = await readLedger(db, userId, waysTo(labId, places))
  return judgeLab(ledger, labId, places)
}

const waysTo = (lab: string, places: queries.Place[]) => [
  { lab },
  ...places.map((place) => ({ course: place.course_id, lab })),
]

function judgeLab(ledger: Awaited<ReturnType<typeof readLedger>>, labId: string, places: queries.Place[]): Access {
  const answers = waysTo(labId, places).map(ledger)
  return (
    answers.find((access) => access.granted) ??
    answers.find((access) => !access.granted && access.refusal.code !== 'not_entitled') ??
    answers.at(-1) ??
    ledger({ lab: labId })
  )
}

/** A lab and me. */
export async function readMyLab(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser, slug: string) {
  return describeOne(deps, user, await queries.findLabBySlug(deps.db, slug))
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
  return describeMine(deps, user, mine)
}

async function describeOne(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser, lab: queries.LabRow) {
  const [mine] = await describeMine(deps, user, [{ lab, flags: await queries.countFlags(deps.db, lab.id) }])
  if (!mine) throw new Error(`The lab ${lab.slug} was not described`)
  return mine
}

/** As many queries for a hundred labs as for one. */
async function describeMine(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: CurrentUser,
  labs: { lab: queries.LabRow; flags: number }[],
): Promise<Accepted<'myLab'>[]> {
  const { db } = deps
  const ids = labs.map(({ lab }) => lab.id)
  const placesOf = Map.groupBy(await queries.listPlaces(db, ids), (place) => place.lab_id)
  const ways = ids.flatMap((id) => waysTo(id, placesOf.get(id) ?? []))
  const ledger = await readLedger(db, user.id, ways)
  const access = byLab(await listLabAccess(db, user.id, ids))
  const solved = byLab(await queries.countSolvedByLab(db, user.id, ids))
  const latest = await describeDeployments(deps, await queries.listLatestDeployments(db, user.id, ids))
  const deployments = new Map(latest.map((deployment) => [deployment.lab, deployment]))
  return labs.map(({ lab, flags }) => {
    const places = placesOf.get(lab.id) ?? []
    const right = judgeLab(ledger, lab.id, places)
    const mine = access.get(lab.id)
    const place = places.find((one) => right.granted && one.course_id === right.entitlement.course_id) ?? places[0]
    const own = right.granted && right.entitlement.kind === 'lab' ? mine?.access_ends_at : null
    const deployment = deployments.get(lab.slug)
    return {
      ...wholeOf(lab, flags),
      has_access: right.granted,
      refusal: right.granted ? null : right.refusal,
      access_ends_at: own ?? (right.granted ? right.ends_at : null),
      resets_left: Math.max(0, lab.resets - (mine?.resets_used ?? 0)),
      extra_data: user.seen_by ? {} : (mine?.extra_data ?? {}),
      solved_flags: solved.get(lab.id)?.solved ?? 0,
      course: place ? { slug: place.slug, section: place.section, lesson: place.lesson } : null,
      deployment: deployment ? withoutSecrets(user, deployment) : null,
    }
  })
}

const byLab = <Row extends { lab_id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.lab_id, row]))

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
    await assignFreeAccounts(tx, deps, lab.cloud)
  })
  return describeOne(deps, user, lab)
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
