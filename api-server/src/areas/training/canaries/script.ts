import type { CanaryScript } from '@flagyard/api-types'
import type { CanaryAnswer } from '@flagyard/api-types/canaries/script'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { RunFlag } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { CloudError, type LabPanel, type SeenResource } from '../../../integrations/clouds/driver.ts'
import { presentDeployment, readLabTest } from '../../clouds/deployments/index.ts'
import { compareFlag } from '../lab-work/index.ts'
import { type EphemeralShell, openEphemeralShell } from '../shell/index.ts'

type Flag = Pick<RunFlag, 'id' | 'slug' | 'type'>

/** Ids of the solved flags, and the step that failed, if any. */
interface Attempt {
  solved: string[]
  failed: StepFailed | null
}

interface ScriptTarget<F extends Flag> {
  what: 'lab' | 'exam'
  flags: F[]
  find(answer: CanaryAnswer): string | Promise<string>
  /** Whether the value would be accepted from a person. */
  isRight(flag: F, value: string): boolean
  isNeeded(flag: F): boolean
  signal: AbortSignal
}

/** Executes a script answer by answer until one is wrong. */
export async function followScript<F extends Flag>(
  { answers }: CanaryScript,
  open: () => Promise<ScriptTarget<F>>,
): Promise<Attempt> {
  const solved: string[] = []
  try {
    const { what, flags, find, isRight, isNeeded, signal } = await open()
    for (const answer of answers) {
      signal.throwIfAborted()
      const value = await find(answer)
      const flag = flags.find(({ slug }) => slug === answer.flag)
      if (!flag) throw new StepFailed(answer.flag, `The script names this flag, but the ${what} does not have it.`)
      // Steps without an answer are confirmed with an empty value, whatever their commands print.
      if (!isRight(flag, flag.type === 'NOFLAG' ? '' : value.trim()))
        throw new StepFailed(flag.slug, 'The value that the script found is not the flag.')
      solved.push(flag.id)
    }
    const missed = flags.find((flag) => isNeeded(flag) && !solved.includes(flag.id))
    if (missed) throw new StepFailed(missed.slug, `The script does not answer this flag, which the ${what} requires.`)
    return { solved, failed: null }
  } catch (error) {
    if (error instanceof StepFailed) return { solved, failed: error }
    throw error
  }
}

/** The step at which the canary failed, with the reason. The message never contains what it found. */
export class StepFailed extends Error {
  readonly step: string

  constructor(step: string, message: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
  }
}

/**
 * The canary's answer to a flag. Uses only what the lab page and the console show to a learner. Returns an empty string for steps that only need
 * confirmation.
 */
export function findAnswer(
  { flag, resource, output, words }: CanaryAnswer,
  { outputs }: Pick<LabPanel, 'outputs'>,
  seen: SeenResource[],
): string {
  if (words !== undefined) return words
  if (output !== undefined) {
    const value = Object.hasOwn(outputs, output) ? outputs[output] : undefined
    if (value === undefined) throw new StepFailed(flag, `The page of the lab shows no output “${output}”.`)
    return value
  }
  return resource ? takeFrom(flag, resource, seen) : ''
}

function takeFrom(flag: string, { type, name, where = {}, take }: Place, seen: SeenResource[]): string {
  const named = name === undefined ? type : `${type} ${name}`
  const found = seen.filter(
    (one) => one.type === type && (name === undefined || one.name === name) && hasAll(one.attributes, where),
  )
  const [one, ...others] = found
  if (!one) throw new StepFailed(flag, `The console shows no ${named} as the script describes it.`)
  if (others.length > 0)
    throw new StepFailed(flag, `The script’s description of ${named} fits ${found.length} resources; it must fit one.`)
  const value = take === 'name' ? one.name : attributeOf(one.attributes, take)
  if (value === undefined) throw new StepFailed(flag, `${named} shows no attribute “${take}”.`)
  return value
}

type Place = NonNullable<CanaryAnswer['resource']>

const hasAll = (attributes: Record<string, string>, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => attributeOf(attributes, name) === value)

const attributeOf = (attributes: Record<string, string>, name: string) =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets'>

/** Runs the commands of a flag and returns the last line of the last command's output, which is the answer. */
type ScriptShell = (flag: string, commands: string[]) => Promise<string>

/**
 * Opens the shell for a script. It is the learner's shell, which is simulated on the server and cannot reach anything else. It changes nothing, so
 * that a run can be repeated. Only available in simulated clouds.
 */
async function openScriptShell(
  deps: NeededDeps,
  { answers }: CanaryScript,
  { id, user_id }: { id: string; user_id: string },
): Promise<ScriptShell> {
  if (!answers.some((answer) => commandsOf(deps, answer))) return async () => ''
  const run = await openEphemeralShell(deps, user_id, id).catch((error: unknown) => {
    if (error instanceof ApiError) throw new StepFailed('console', error.message)
    throw error
  })
  return scriptShellOf(run)
}

export const scriptShellOf =
  (run: EphemeralShell): ScriptShell =>
  async (flag, commands) => {
    let printed = ''
    for (const [at, line] of commands.entries()) {
      const { exit, output } = await run(line)
      // Identified by number only, because more people can read runs than scripts.
      if (exit !== 0) throw new StepFailed(flag, `Command ${at + 1} of the script failed.`)
      printed = output
    }
    return printed.trim().split('\n').at(-1) ?? ''
  }

/** Commands to find an answer. Real clouds have no shell, so the answer is looked up in the resource or output if the script names one. */
const commandsOf = ({ config }: Pick<Deps, 'config'>, { commands, resource, output }: CanaryAnswer) =>
  config.labDriver === 'simulated' || (resource === undefined && output === undefined) ? commands : undefined

type SolveDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'cloudConsole'>

/**
 * Runs the script of a running lab. It sees what the learner's page shows, through the same function, and its answers are checked like a learner's.
 * Writes nothing, so it can be repeated.
 */
export async function solveLab(deps: SolveDeps, deploymentId: string, signal: AbortSignal): Promise<Attempt> {
  const { deployment, run } = (await readLabTest(deps.db, { id: deploymentId })) ?? {}
  const script = run?.lab.canary
  if (!deployment || !script) throw new Error(`The canary runs a lab without a script, deployment ${deploymentId}`)
  const { id, user_id } = deployment
  return followScript(script, async () => {
    const panel = panelOf(await presentDeployment(deps, deployment))
    const seen = await queryConsole(deps, script, panel, signal)
    const shell = await openScriptShell(deps, script, deployment)
    return {
      what: 'lab',
      flags: run.flags,
      find(answer) {
        const commands = commandsOf(deps, answer)
        return commands ? shell(answer.flag, commands) : findAnswer(answer, panel, seen)
      },
      isRight: (flag, value) => compareFlag(deps, { flag, userId: user_id, deploymentIds: [id] }, value).correct,
      isNeeded: ({ required }) => required,
      signal,
    }
  })
}

/** Timeout of the canary's console query, in seconds. It is retried. */
const LOOK_SECONDS = 60

/** Access details, as shown on the learner's page. */
function panelOf(shown: Accepted<'deployment'>): LabPanel {
  const { cloud, account_id, region, console_url, credentials, outputs } = shown
  return { cloud, account_id, region, console_url, credentials, outputs }
}

async function queryConsole(
  deps: Pick<Deps, 'cloudConsole' | 'config'>,
  { answers }: CanaryScript,
  panel: LabPanel,
  signal: AbortSignal,
): Promise<SeenResource[]> {
  if (!answers.some((answer) => answer.resource && !commandsOf(deps, answer))) return []
  try {
    return await deps.cloudConsole.look(panel, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_SECONDS * 1000)]),
    })
  } catch (error) {
    if (error instanceof CloudError) throw new StepFailed('console', error.message)
    throw error
  }
}
