import { aws } from '../aws/command.ts'
import { az } from '../azure/command.ts'
import type { Commands } from '../desk/command.ts'
import { gcloud } from '../gcp/command.ts'
import { Session } from '../session.ts'
import type { Run, ShellState, World } from '../world.ts'

const clouds: Commands = { aws, az, gcloud }

/** Runs one command of a cloud without a shell around it: the server asks something, and no learner is involved. */
export async function runCommand(world: World, state: ShellState, [name = '', ...args]: string[], run: Run) {
  const session = Session.open(world, state, run)
  let [output, errors] = ['', '']
  const exit = await clouds[name]?.run({
    ...{ name, args, stdin: '', session },
    out: (text) => {
      output += text
    },
    err: (text) => {
      errors += text
    },
  })
  return { exit: exit ?? 0, output, errors, log: session.log }
}
