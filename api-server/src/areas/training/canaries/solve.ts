import type { CanaryScript } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { CloudError, type LabPanel, type SeenResource } from '../../../integrations/clouds/driver.ts'
import { findDeployment, findSnapshot, presentDeployment } from '../../clouds/deployments/index.ts'
import { checkValue } from '../lab-work/index.ts'
import { type Attempt, commandsOf, findAnswer, followScript, openScriptShell, StepFailed } from './script.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'cloudConsole'>

/**
 * Runs the script of a running lab. It sees what the learner's page shows, through the same function, and its answers are checked like a learner's.
 * Writes nothing, so it can be repeated.
 */
export async function solveLab(deps: NeededDeps, deploymentId: string, signal: AbortSignal): Promise<Attempt> {
  const deployment = await findDeployment(deps.db, deploymentId)
  const run = deployment.snapshot_id ? await findSnapshot(deps.db, deployment.snapshot_id) : undefined
  if (!run?.lab.canary) throw new Error(`The canary runs a lab without a script, deployment ${deploymentId}`)
  const script = run.lab.canary
  const { id, state, user_id } = deployment
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
      isRight: (flag, value) =>
        checkValue(deps, { id: user_id }, { flag, deployments: [{ id, state, begun: true }] }, value).correct,
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
