import { learnerOf, userPrincipal } from './azure/principals.ts'
import { profileText } from './azure/sign-in.ts'
import { HOME } from './files.ts'
import { learnerEmail } from './gcp/ids.ts'
import { credentialsText } from './gcp/sign-in.ts'
import type { ShellState, World } from './world.ts'
/** Shell of a new lab: already signed in with the lab's identity, so that the first command works. */
export function initialState(world: World): ShellState {
  return {
    files: signInFiles(world),
    env: { HOME, USER: 'learner', SHELL: '/bin/sh', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    variables: {},
    history: [],
    cwd: HOME,
    exit: 0,
  }
}

function signInFiles(world: World): Record<string, string> {
  const { access_key_id, secret_access_key = '' } = world.credentials
  if (world.cloud === 'aws')
    return {
      [`${HOME}/.aws/config`]: `[default]\nregion = ${world.region}\n`,
      ...(access_key_id
        ? {
            [`${HOME}/.aws/credentials`]: `[default]\naws_access_key_id = ${access_key_id}\naws_secret_access_key = ${secret_access_key}\n`,
          }
        : {}),
    }
  if (world.cloud === 'gcp')
    return { [`${HOME}/.config/gcloud/credentials.json`]: credentialsText(world, `user:${learnerEmail(world)}`) }
  const user = learnerOf(world)
  return user ? { [`${HOME}/.azure/azureProfile.json`]: profileText(world, userPrincipal(world, user)) } : {}
}
