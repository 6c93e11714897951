import { randomBytes, randomUUID } from 'node:crypto'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { initialState } from '@flagyard/cloud-simulator'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { clientNetwork, wideNetwork } from '../../../limits/rate-classes.ts'
import * as courses from '../../catalogue/courses/index.ts'
import { findOpenLesson } from '../../catalogue/progress/index.ts'
import { completeOnThread, inTurn, runLineOnThread, untilSaved } from './line-pool.ts'
import * as queries from './rehearsal-queries.ts'
import { buildRehearsal, isFlagOfRehearsal, rehearsalWorld } from './rehearsal-world.ts'
import { filesOf, presentAnswer, presentCompletion } from './service.ts'
import { bannerOf, promptOf } from './world.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Maximum number of concurrent rehearsals. */
export const MAX_REHEARSALS = 400
/** Maximum number of concurrent rehearsals of visitors. The rest is reserved for learners. */
export const MAX_OF_VISITORS = 300
/** Maximum number of concurrent rehearsals of visitors from one network (/24 of IPv4, /48 of IPv6). Large enough for a classroom that shares an address. */
export const MAX_OF_NETWORK = 30
/** Minutes without a line after which a rehearsal may be removed for a new one, if there is no place left. */
export const IDLE_MINUTES = 10
/** Maximum number of lines of one rehearsal per minute. Completions are counted separately. */
export const MAX_LINES = 60

const LOG_KEPT = 200

/** Builds a lab in a simulated account. Allowed for learners who can open the lesson, and for everyone if the lesson is free. */
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
  const world = rehearsalWorld(deps, rehearsed, {
    id,
    resources: built.resources,
    log: [],
    created_at: deps.clock.now(),
  })
  const state = initialState(world)
  const network = secrets.hmac('rehearsal', wideNetwork(address)).toString('base64url')
  const row = await db.transaction(async (tx) => {
    await queries.lockBeginning(tx)
    if (user) await queries.deleteOwnRehearsals(tx, user.id)
    await makeRoom(tx, user ? null : network)
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

/**
 * Frees a place if there is none left. `network` is the visitor's network, or null for a learner. Removes an idle rehearsal first,
 * or else one of the visitors' network with the most rehearsals, if it has more than the newcomer's. So a flood of visitors takes no
 * place from a network with few, and no place that is reserved for learners.
 */
async function makeRoom(tx: Db, network: string | null): Promise<void> {
  const counted = await queries.countRehearsals(tx, network)
  if (network !== null && counted.ofNetwork >= MAX_OF_NETWORK) {
    if (!(await queries.deleteIdle(tx, IDLE_MINUTES, { network }))) throw busy('From your network')
    return
  }
  if (counted.all < MAX_REHEARSALS && (network === null || counted.ofVisitors < MAX_OF_VISITORS)) return
  const freed =
    (await queries.deleteIdle(tx, IDLE_MINUTES, { visitorsOnly: network !== null })) ||
    (await queries.deleteOfCrowd(tx, counted.ofNetwork + 1))
  if (!freed) throw busy('At the moment')
}

/** Caller with the key of a rehearsal. Lines of the same caller run one after the other. */
interface Caller {
  user: CurrentUser | null
  address: string
}
const turnOf = ({ user, address }: Caller) => user?.id ?? clientNetwork(address)

export const runRehearsalLine = (
  deps: NeededDeps,
  caller: Caller,
  key: string,
  line: string,
): Promise<Accepted<'shellAnswer'>> =>
  inTurn(turnOf(caller), () =>
    untilSaved(async () => {
      const { row, rehearsed } = await findOpenRehearsal(deps, key)
      await consumeAttempt(deps, `rehearsal:line:${row.id}`, MAX_LINES, 60)
      const answer = await runLineOnThread(deps, {
        world: rehearsalWorld(deps, rehearsed, row),
        state: row.state,
        line,
      })
      const { resources, log } = answer.world
      const after = { state: answer.state, resources, log: log.slice(-LOG_KEPT) }
      return (await queries.saveLine(deps.db, row, after)) ? presentAnswer(answer) : undefined
    }),
  )

export const completeRehearsalLine = (deps: NeededDeps, caller: Caller, key: string, line: string) =>
  inTurn(turnOf(caller), async () => {
    const { row, rehearsed } = await findOpenRehearsal(deps, key)
    await consumeAttempt(deps, `rehearsal:completion:${row.id}`, MAX_LINES, 60)
    const world = rehearsalWorld(deps, rehearsed, row)
    return presentCompletion(await completeOnThread(deps, { world, state: row.state, line }))
  })

/** Checks a value against the flags of a rehearsal. A solved flag earns nothing and is saved only in the rehearsal. */
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
    if (solved.length > row.solved.length) await queries.saveSolved(tx, row.id, solved)
    return { correct: found.length > 0, flags: presentFlags(rehearsed, solved) }
  })
}

export const endRehearsal = (deps: NeededDeps, key: string) => queries.deleteRehearsal(deps.db, hashOf(deps, key))

export async function findOpenRehearsal(deps: Pick<Deps, 'db' | 'secrets'>, key: string) {
  const row = assertOn(await queries.findRehearsal(deps.db, hashOf(deps, key)))
  return { row, rehearsed: await readRehearsed(deps.db, row) }
}

/** Id of the lesson's lab, if this caller may rehearse it. Throws otherwise. */
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

const over = () => new ApiError('not_found', 'This rehearsal is over and was not saved. Please start it again.')
const busy = (where: string) =>
  new ApiError('unavailable', `${where}, too many rehearsals are running. Please try again in a few minutes.`, {
    retryAfter: 120,
  })

const hashOf = ({ secrets }: Pick<Deps, 'secrets'>, key: string) => secrets.hmac('rehearsal', key).toString('hex')

/** Steps that are only confirmed are not part of a rehearsal. */
const presentFlags = ({ flags }: queries.Rehearsed, solved: string[]) =>
  flags.flatMap(({ slug, title, question, type }) =>
    type === 'NOFLAG' ? [] : [{ slug, title, question, solved: solved.includes(slug) }],
  )
