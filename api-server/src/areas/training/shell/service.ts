import type { Accepted } from '@flagyard/api-types/contract/operation'
import {
  type Answer,
  type Completion,
  type Effect,
  initialState,
  type ShellState,
  type World,
} from '@flagyard/cloud-simulator'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import {
  listPast,
  listResources,
  putResource,
  removeResourceNamed,
} from '../../../integrations/clouds/simulated-cloud.ts'
import { findLab } from '../../catalogue/labs/index.ts'
import { completeOnThread, inTurn, runLineOnThread, untilSaved } from './line-pool.ts'
import * as queries from './queries.ts'
import { bannerOf, promptOf, worldOf } from './world.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>

/** Maximum number of log lines that the simulated cloud reads. */
const LOG_IN_WORLD = 200
/** Maximum number of log lines stored per environment. */
const LOG_KEPT = 5_000

async function readOpenShell(deps: NeededDeps, user: CurrentUser, id: string) {
  const place = assertOpen(deps, await queries.findPlace(deps.db, user.id, id))
  const [row, world] = await Promise.all([
    queries.findShell(deps.db, place.deployment.id),
    readWorld(deps.db, deps, place),
  ])
  return { world, state: row?.state ?? initialState(world) }
}

/** The learner's own shell. An administrator viewing as the learner sees that it exists, but not what was done in it. */
export async function readShell(deps: NeededDeps, user: CurrentUser, id: string): Promise<Accepted<'shell'>> {
  const { world, state } = await readOpenShell(deps, user, id)
  const isOnlooker = user.impersonated_by !== null
  return {
    cloud: world.cloud,
    banner: isOnlooker ? VIEWER_BANNER : bannerOf(world),
    prompt: promptOf(world, state),
    history: isOnlooker ? [] : state.history,
    files: isOnlooker ? [] : filesOf(state),
    read_only: isOnlooker,
  }
}

const VIEWER_BANNER = 'Only the learner can use this shell. You can see that it exists, but not what was done in it.'

/**
 * Runs a line on a worker thread and saves its effects in one transaction: the changes to the account, the lines of the cloud log, and the state of
 * the shell. If another line was saved first, the line runs again on the new state. No connection is held while it runs.
 */
export const runShellLine = (
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  line: string,
): Promise<Accepted<'shellAnswer'>> =>
  inTurn(user.id, () =>
    untilSaved(async () => {
      const place = assertOpen(deps, await queries.findPlace(deps.db, user.id, id))
      const { deployment } = place
      // Read before the account. A line that changes the account between the two reads also changes the shell, so the conflict is detected.
      const row = await queries.findShell(deps.db, deployment.id)
      const world = await readWorld(deps.db, deps, place)
      const answer = await runLineOnThread(deps, { world, state: row?.state ?? initialState(world), line })
      return deps.db.transaction(async (tx) => {
        assertOpen(deps, await queries.lockPlace(tx, user.id, id))
        if (!(await queries.saveShell(tx, deployment.id, answer.state, row?.lines ?? 0))) return undefined
        await applyEffects(tx, place, answer.effects)
        await queries.insertLog(tx, deployment.id, answer.log)
        if (answer.log.length > 0) await queries.trimLog(tx, deployment.id, LOG_KEPT)
        if (deployment.lab_id && deployment.kind === 'lab')
          await queries.countMissing(tx, deployment.lab_id, countable(answer.missing))
        return presentAnswer(answer)
      })
    }),
  )

/** Runs a line in a shell that saves only its own state, in memory. */
export type EphemeralShell = (line: string) => Promise<Answer>

/**
 * Shell of a running environment that changes nothing permanently: neither the account, nor its log, nor the learner's shell. Each
 * line sees the effects of earlier ones.
 */
export async function openEphemeralShell(deps: NeededDeps, userId: string, id: string): Promise<EphemeralShell> {
  const place = assertOpen(deps, await queries.findPlace(deps.db, userId, id))
  return ephemeralShellOf(deps, await readWorld(deps.db, deps, place))
}

/** Shell that holds its account and state only in memory. */
export function ephemeralShellOf(deps: Pick<Deps, 'clock'>, first: World): EphemeralShell {
  let world = first
  let state = initialState(world)
  return async (line) => {
    const answer = await runLineOnThread(deps, { world, state, line })
    world = answer.world
    state = answer.state
    return answer
  }
}

export const completeShellLine = (
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  line: string,
): Promise<Accepted<'shellCompletion'>> =>
  inTurn(user.id, async () => {
    const { world, state } = await readOpenShell(deps, user, id)
    return presentCompletion(await completeOnThread(deps, { world, state, line }))
  })

export async function readShellFile(deps: NeededDeps, user: CurrentUser, id: string, path: string) {
  const place = assertOpen(deps, await queries.findPlace(deps.db, user.id, id))
  const row = await queries.findShell(deps.db, place.deployment.id)
  const files = row?.state.files ?? {}
  const text = Object.hasOwn(files, path) ? files[path] : undefined
  if (text === undefined) throw new ApiError('not_found', 'There is no such file in your shell.')
  return { name: path.split('/').at(-1) || 'file', text }
}

export async function listMissingCommands({ db }: Pick<Deps, 'db'>, slug: string) {
  const lab = await findLab(db, { slug })
  return queries.listMissing(db, lab.id)
}

/** Checks that the environment is running and has a shell. Only simulated clouds have one. */
function assertOpen({ config }: Pick<Deps, 'config'>, place: queries.Place | undefined): queries.Place {
  if (!place || config.labDriver !== 'simulated') throw new ApiError('not_found', 'There is no such shell.')
  const { deployment, attempt_state } = place
  if (deployment.state !== 'running' || deployment.credentials_revoked_at)
    throw new ApiError('conflict', 'Your environment is not running, so its shell is closed.')
  if (deployment.attempt_id && attempt_state !== 'active')
    throw new ApiError('conflict', 'The shell opens when your exam begins, and closes when it ends.')
  return place
}

async function readWorld(db: Db, { secrets }: Pick<Deps, 'secrets'>, place: queries.Place): Promise<World> {
  const { deployment, account } = place
  const where = { cloud: deployment.cloud, account_id: account?.account_id ?? '' }
  const [rows, past, log] = await Promise.all([
    listResources(db, where),
    listPast(db, where),
    queries.listLog(db, deployment.id, LOG_IN_WORLD),
  ])
  const resources = rows.map(({ type, name, attributes }) => ({ type, name, attributes }))
  return worldOf({ secrets }, place, { resources, log, past })
}

async function applyEffects(tx: Db, { deployment, account }: queries.Place, effects: Effect[]): Promise<void> {
  const where = { cloud: deployment.cloud, account_id: account?.account_id ?? '' }
  for (const effect of effects) {
    if (effect.kind === 'put') await putResource(tx, where, { ...effect, deployment_id: deployment.id })
    else await removeResourceNamed(tx, where, effect)
  }
}

export const presentAnswer = ({ output, exit, clear, state, world }: Answer): Accepted<'shellAnswer'> => ({
  output,
  exit,
  clear,
  prompt: promptOf(world, state),
  files: filesOf(state),
})

export const presentCompletion = ({ from, words }: Completion): Accepted<'shellCompletion'> => ({
  from,
  words: words.slice(0, 200),
})

export const filesOf = ({ files }: ShellState): Accepted<'shellFile'>[] =>
  Object.entries(files)
    .map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

/** Programs that are counted with their subcommands. */
const CLOUD_COMMAND = /^(?:aws|az|gcloud|gsutil)(?: [a-z0-9][a-z0-9-]*| --[a-z0-9-]+){0,4}$/
/** Any other program: counted by its name and at most one option. */
const PROGRAM = /^[a-z][a-z0-9-]{1,15}(?: --?[a-z0-9-]{1,20})?$/

/**
 * Missing commands that may be counted: words of a command line, but nothing that a learner made up. A pasted password or key
 * contains capitals or symbols, or does not look like a program name.
 */
const countable = (missing: string[]): string[] =>
  missing
    .filter((command) => command.length <= 80 && (CLOUD_COMMAND.test(command) || PROGRAM.test(command)))
    .slice(0, 5)
