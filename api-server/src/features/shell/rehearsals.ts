import { randomBytes, randomUUID } from 'node:crypto'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/timing'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { clientNetwork } from '../../limits/client-network.ts'
import { findOpenLesson } from '../classroom/service.ts'
import * as courses from '../courses/service.ts'
import * as queries from './rehearsal-queries.ts'
import { buildRehearsal, isFlagOfRehearsal, rehearsalWorld } from './rehearsal-world.ts'
import { answerTo, completionOf, filesOf, presentAnswer } from './service.ts'
import { bannerOf, initialState, promptOf } from './simulation.ts'
import { storable } from './storable.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** How many rehearsals there may be, and how many of visitors at one address: a classroom shares one. */
export const MOST_REHEARSALS = 400
export const MOST_OF_ADDRESS = 30

const LOG_KEPT = 200

/** Builds a lab in an account that is a row of its own: for whoever may study its lesson, and for everybody where that is free. */
export async function startRehearsal(
  deps: NeededDeps,
  user: CurrentUser | null,
  place: Output<'rehearsalStart'>,
  address: string,
): Promise<Accepted<'rehearsal'>> {
  const { db, secrets } = deps
  const labId = await assertMayRehearse(db, user, place)
  const rehearsed = await queries.findRehearsed(db, labId)
  if (!rehearsed || rehearsed.lab.module_stages.length === 0)
    throw new ApiError('not_found', 'This lab has no rehearsal.')
  const id = randomUUID()
  const key = randomBytes(24).toString('base64url')
  const built = buildRehearsal(deps, rehearsed, id)
  const world = rehearsalWorld(deps, rehearsed, { id, resources: built.resources, log: [] })
  const state = initialState(world)
  const network = secrets.hmac('rehearsal', clientNetwork(address)).toString('base64url')
  const row = await db.transaction(async (tx) => {
    await queries.lockBeginning(tx)
    if (user) await queries.deleteOwnRehearsals(tx, user.id)
    else if ((await queries.countOfNetwork(tx, network)) >= MOST_OF_ADDRESS) throw busy('From your address')
    if ((await queries.countRehearsals(tx)) >= MOST_REHEARSALS) throw busy('At the moment')
    return queries.insertRehearsal(tx, {
      id,
      key_hash: hashOf(deps, key),
      user_id: user?.id ?? null,
      lab_id: labId,
      network,
      resources: built.resources,
      state,
      minutes: REHEARSAL_MINUTES,
    })
  })
  return {
    key,
    ends_at: row.ends_at,
    shell: {
      cloud: world.cloud,
      banner: bannerOf(world),
      prompt: promptOf(world, state),
      history: [],
      files: filesOf(state),
      read_only: false,
    },
    credentials: built.credentials,
    outputs: built.outputs,
    flags: presentFlags(rehearsed, row.solved),
  }
}

export async function runRehearsalLine(deps: NeededDeps, key: string, line: string): Promise<Accepted<'shellAnswer'>> {
  return deps.db.transaction(async (tx) => {
    const row = assertOn(await queries.lockRehearsal(tx, hashOf(deps, key)))
    const answer = answerTo(deps, rehearsalWorld(deps, await readRehearsed(tx, row), row), row.state, line)
    const { resources, log } = answer.world
    const after = storable({ resources, log: log.slice(-LOG_KEPT) })
    await queries.saveRehearsal(tx, row.id, { state: answer.state, ...after })
    return presentAnswer(answer)
  })
}

export async function completeRehearsalLine(deps: NeededDeps, key: string, line: string) {
  const { row, rehearsed } = await findOpenRehearsal(deps, key)
  return completionOf(deps, rehearsalWorld(deps, rehearsed, row), row.state, line)
}

/** Says whether a value is one of its flags. It earns nothing, and is kept nowhere else. */
export async function checkRehearsalFlag(
  deps: NeededDeps,
  key: string,
  value: string,
): Promise<Accepted<'rehearsalFlagResult'>> {
  return deps.db.transaction(async (tx) => {
    const row = assertOn(await queries.lockRehearsal(tx, hashOf(deps, key)))
    const rehearsed = await readRehearsed(tx, row)
    const found = rehearsed.flags.filter((flag) => isFlagOfRehearsal(deps, flag, row.id, value.trim()))
    const solved = [...new Set([...row.solved, ...found.map(({ slug }) => slug)])]
    if (solved.length > row.solved.length) await queries.saveRehearsal(tx, row.id, { solved })
    return { correct: found.length > 0, flags: presentFlags(rehearsed, solved) }
  })
}

export const endRehearsal = (deps: NeededDeps, key: string) => queries.deleteRehearsal(deps.db, hashOf(deps, key))

/** The rehearsal that a key opens, as it stands. */
export async function findOpenRehearsal(deps: Pick<Deps, 'db' | 'secrets'>, key: string) {
  const row = assertOn(await queries.findRehearsal(deps.db, hashOf(deps, key)))
  return { row, rehearsed: await readRehearsed(deps.db, row) }
}

/** The lab of a lesson that this caller may rehearse. */
async function assertMayRehearse(db: Db, user: CurrentUser | null, place: Output<'rehearsalStart'>): Promise<string> {
  await courses.findVisible(db, place.course, user)
  const { lesson } = await courses.findLesson(db, place.course, place.section, place.lesson)
  if (!lesson.lab_id) throw new ApiError('not_found', 'This lesson has no lab.')
  if (courses.isFreeToRehearse(lesson)) return lesson.lab_id
  if (!user)
    throw new ApiError('no_access', 'This lesson is not free. It opens with the course.', {
      extra: { rule: 'not_entitled' },
    })
  await findOpenLesson(db, user, place.course, place.section, place.lesson)
  return lesson.lab_id
}

async function readRehearsed(db: Db, { lab_id }: queries.RehearsalRow): Promise<queries.Rehearsed> {
  const found = await queries.findRehearsed(db, lab_id)
  if (!found) throw over()
  return found
}

function assertOn(row: queries.RehearsalRow | undefined): queries.RehearsalRow {
  if (!row) throw over()
  return row
}

const over = () => new ApiError('not_found', 'This rehearsal is over, and nothing of it was kept. Start it again.')
const busy = (where: string) =>
  new ApiError('unavailable', `${where}, too many people rehearse at once. Please try again in a few minutes.`, {
    retryAfter: 120,
  })

const hashOf = ({ secrets }: Pick<Deps, 'secrets'>, key: string) => secrets.hmac('rehearsal', key).toString('hex')

/** Steps that are only confirmed are left to the real lab. */
const presentFlags = ({ flags }: queries.Rehearsed, solved: string[]) =>
  flags.flatMap(({ slug, title, question, type }) =>
    type === 'NOFLAG' ? [] : [{ slug, title, question, solved: solved.includes(slug) }],
  )
