import { type Answer, initialState, type ShellState, type World } from '@flagyard/cloud-simulator'
import { runLine } from '@flagyard/cloud-simulator/shell'
import { openFolder } from '../src/areas/authoring/content/files/folder.ts'
import { readContent } from '../src/areas/authoring/content/files/read.ts'
import type { Content, Exam, Lab } from '../src/areas/authoring/content/model.ts'
import { catalogueFolder } from '../src/demo/catalogue/films.ts'
import type { Build, CloudAccess } from '../src/integrations/clouds/driver.ts'
import { attributesOf, buildResultOf, PASSWORD_LABEL, USER_LABEL } from '../src/integrations/clouds/simulated-build.ts'
import { deniedInSimulation } from '../src/integrations/clouds/traces.ts'

type Environment = Lab | Exam

const places = {
  aws: { account_id: '111122223333', region: 'eu-west-1' },
  azure: { account_id: '00000000-0000-4000-8000-000000000001', region: 'westeurope' },
  gcp: { account_id: 'flagyard-lab-1', region: 'europe-west1' },
}

/** Content of the demo, read from its files. */
export async function readDemo(): Promise<Content> {
  const { content, problems } = await readContent(await openFolder(catalogueFolder))
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return content
}

/** Value of a flag in the simulated lab. */
export const plantedFlag = (variable: string) => `FLAG{${variable.replaceAll('_', '-')}}`

/** Account as a deployment of this lab builds it, with the shell of its learner. */
export function buildWorld(lab: Environment): { world: World; state: ShellState } {
  const access: CloudAccess = { cloud: lab.cloud, ...places[lab.cloud], credentials: { key: 'k' } }
  const source = '203.0.113.24'
  const build: Build = {
    deployment_id: '5f3c1b9e-0000-4000-8000-000000000001',
    module: lab.module,
    module_version: lab.module_version,
    module_stages: lab.module_stages,
    variables: 'extra_fields' in lab ? Object.fromEntries(lab.extra_fields.map(({ name }) => [name, source])) : {},
    flags: Object.fromEntries(
      lab.flags.flatMap(({ variable }) => (variable ? [[variable, plantedFlag(variable)]] : [])),
    ),
  }
  const { credentials } = buildResultOf(access, build, 'https://lab.example')
  const credential = (label: string) => credentials.find((one) => one.label === label)?.value ?? ''
  const world: World = {
    cloud: access.cloud,
    account_id: access.account_id,
    region: access.region,
    built_at: '2026-11-24T09:30:00.000Z',
    seed: 'seed',
    source_ip: source,
    resources: lab.module_stages.flatMap(({ resources }) =>
      resources.map((one) => ({ type: one.type, name: one.name, attributes: attributesOf(access, build, one) })),
    ),
    credentials: {
      identity: credential(USER_LABEL),
      access_key_id: credential('Access key id'),
      secret_access_key: credential('Secret access key'),
      password: credential(PASSWORD_LABEL),
    },
    log: [],
    past: [],
    denied: deniedInSimulation(access.cloud),
  }
  return { world, state: initialState(world) }
}

/** Shell whose state persists between lines. */
export class Shell {
  world: World
  state: ShellState
  private lines = 0

  constructor({ world, state }: { world: World; state: ShellState }) {
    this.world = world
    this.state = state
  }

  async run(line: string): Promise<Answer> {
    const now = new Date(Date.UTC(2026, 10, 24, 10, 0, this.lines++))
    const answer = await runLine(this.world, this.state, line, { now, nonce: String(this.lines) })
    this.world = answer.world
    this.state = answer.state
    return answer
  }

  /** Copy of this shell with independent state. */
  apart(): Shell {
    const other = new Shell(this)
    other.lines = this.lines
    return other
  }
}
