import { aws } from './aws/program.ts'
import { az } from './azure/program.ts'
import type { Commands } from './command.ts'
import { gcloud } from './gcp/program.ts'
import { Session } from './session.ts'
import type { Run, ShellState, World } from './world.ts'

const clouds: Commands = { aws, az, gcloud }

/** Runs one cloud command without a shell. For queries by the server, without a learner. */
export async function runCommand(world: World, state: ShellState, [name = '', ...args]: string[], run: Run) {
  const session = Session.open(world, state, run)
  let [output, errors] = ['', '']
  const exit = await clouds[name]?.run({
    name,
    args,
    stdin: '',
    session,
    out: (text) => {
      output += text
    },
    err: (text) => {
      errors += text
    },
  })
  return { exit: exit ?? 0, output, errors, log: session.log }
}
