import type { CanaryScript } from '@flagyard/api-types'
import type { CanaryAnswer } from '@flagyard/api-types/canaries/script'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { openPassingShell, type PassingShell } from '../shell/service.ts'
import { StepFailed } from './find-answer.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets'>

/** Runs the commands of a flag and returns the last line of the last command's output, which is the answer. */
type ScriptShell = (flag: string, commands: string[]) => Promise<string>

/**
 * Opens the shell for a script. It is the learner's shell, which is simulated on the server and cannot reach anything else. It changes nothing, so
 * that a run can be repeated. Only available in simulated clouds.
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

export const scriptShellOf =
  (run: PassingShell): ScriptShell =>
  async (flag, commands) => {
    let printed = ''
    for (const [at, line] of commands.entries()) {
      const { exit, output } = await run(line)
      // Identified by number only, because more people can read runs than scripts.
      if (exit !== 0) throw new StepFailed(flag, `Command ${at + 1} of the script did not go through.`)
      printed = output
    }
    return printed.trim().split('\n').at(-1) ?? ''
  }

/** Commands to find an answer. Real clouds have no shell, so the answer is looked up in the resource or output if the script names one. */
export const commandsOf = ({ config }: Pick<Deps, 'config'>, { commands, resource, output }: CanaryAnswer) =>
  config.labDriver === 'simulated' || (resource === undefined && output === undefined) ? commands : undefined
