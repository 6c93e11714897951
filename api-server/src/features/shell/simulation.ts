import { HOME } from '../../simulation/desk/paths.ts'
import type { ShellState, World } from '../../simulation/world.ts'

export { type Completion, complete } from '../../simulation/shell/complete.ts'
export { initialState } from '../../simulation/shell/initial-state.ts'
export { runLine } from '../../simulation/shell/run-line.ts'

/** Where one is among one's files. Who one is in the cloud depends on the keys that a command uses, so the prompt does not say it. */
export const promptOf = ({ cloud }: World, { cwd }: ShellState): string => {
  const folder = cwd === HOME ? '~' : cwd.startsWith(`${HOME}/`) ? `~${cwd.slice(HOME.length)}` : cwd
  return `learner@${cloud}:${folder}$ `
}

const accounts = { aws: 'AWS account', azure: 'Azure subscription', gcp: 'Google Cloud project' }

/** What stands above the first prompt: who one is, where, and what of it is real. */
export const bannerOf = ({ cloud, account_id, region, credentials, source_ip }: World): string =>
  [
    `This is a simulated ${accounts[cloud]}: ${account_id}, ${region}. The lab made you ${credentials.identity || 'nobody yet'}, and the cloud sees you come from ${source_ip}.`,
    'It judges commands as the cloud does, and reaches nothing else: no real cloud, no network, no machine. Type help to see what it knows.',
  ].join('\n')
