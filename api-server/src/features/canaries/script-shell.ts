import type { CanaryScript } from '@flagyard/api-types'
import type { CanaryAnswer } from '@flagyard/api-types/canaries/script'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { openPassingShell, type PassingShell } from '../shell/service.ts'
import { StepFailed } from './find-answer.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets'>

/** Runs the commands of a flag and says what the last line of the last one is: the answer. */
type ScriptShell = (flag: string, commands: string[]) => Promise<string>

/**
 * The shell in which a script is run: the learner's own, which the server judges and which reaches nothing else. It leaves nothing behind, so a run may be
 * done again. Where a lab is not built in a simulated cloud there is none.
 */
export async function openScriptShell(
  deps: NeededDeps,
  { answers }: CanaryScript,
  { id, user_id }: { id: string; user_id: string },
): Promise<ScriptShell> {
  if (!answers.some((answer) => commandsOf(deps, answer))) return async () => ''
  const run = await openPassingShell(deps, user_id, id).catch((error: unknown) => {
    if (error instanceof ApiError) throw new StepFailed('console', error.message)
    throw error
  })
  return scriptShellOf(run)
}

/** Runs the script in a shell that is open. */
export const scriptShellOf =
  (run: PassingShell): ScriptShell =>
  async (flag, commands) => {
    let printed = ''
    for (const [at, line] of commands.entries()) {
      const { exit, output } = await run(line)
      // By its number: runs are read by more people than scripts are.
      if (exit !== 0) throw new StepFailed(flag, `Command ${at + 1} of the script did not go through.`)
      printed = output
    }
    return printed.trim().split('\n').at(-1) ?? ''
  }

/** The commands with which an answer is found here. In a real cloud, which no shell reaches, it is looked up where the script says so. */
export const commandsOf = ({ config }: Pick<Deps, 'config'>, { commands, resource, output }: CanaryAnswer) =>
  config.labDriver === 'simulated' || (resource === undefined && output === undefined) ? commands : undefined
