import { HOME, type ShellState, type World } from '@flagyard/cloud-simulator'

export { type Completion, initialState } from '@flagyard/cloud-simulator'

/** Prompt with the current folder. It does not show the cloud identity, which depends on the keys that a command uses. */
export const promptOf = ({ cloud }: World, { cwd }: ShellState): string => {
  const folder = cwd === HOME ? '~' : cwd.startsWith(`${HOME}/`) ? `~${cwd.slice(HOME.length)}` : cwd
  return `learner@${cloud}:${folder}$ `
}

const accounts = { aws: 'AWS account', azure: 'Azure subscription', gcp: 'Google Cloud project' }

/** Text above the first prompt: the identity, the account, and that nothing is real. */
export const bannerOf = ({ cloud, account_id, region, credentials, source_ip }: World): string =>
  [
    `This is a simulated ${accounts[cloud]}: ${account_id}, ${region}. You are signed in as ${credentials.identity || 'nobody yet'}, from ${source_ip}.`,
    'Commands behave as in the real cloud, but nothing real is touched: no cloud, no network, no machine. Type help to list them.',
  ].join('\n')
