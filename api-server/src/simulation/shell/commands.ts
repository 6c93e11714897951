import { aws } from '../aws/command.ts'
import { az } from '../azure/command.ts'
import type { Commands } from '../desk/command.ts'
import { gcloud } from '../gcp/command.ts'
import { curl } from '../http/curl.ts'
import { jq } from '../jq/command.ts'
import { archives } from './archive.ts'
import { builtins } from './builtins.ts'
import { textTools } from './text-tools.ts'

const known: Commands = { ...builtins, ...textTools, ...archives, jq, curl, aws, az, gcloud }

const CLOUDS = { aws: 'aws', azure: 'az', gcp: 'gcloud' }

/** Every command of a simulated shell. */
export const commands: Commands = {
  ...known,
  help: {
    about: 'lists the commands',
    run({ session, out }) {
      const others = Object.values(CLOUDS).filter((one) => one !== CLOUDS[session.world.cloud])
      const shown = Object.entries(known).filter(([name]) => !others.includes(name) && /^\w/.test(name))
      out(
        `This shell stands in a simulated account and reaches nothing else. Its commands:\n\n${shown.map(([name, { about }]) => `  ${name.padEnd(10)} ${about}\n`).join('')}\nThere are pipes, files (> >> <), variables, $( ), && and ||, if, for and while.\n`,
      )
      return 0
    },
  },
  which: {
    about: 'whether there is such a command',
    run({ args, out }) {
      for (const name of args) if (Object.hasOwn(known, name)) out(`/usr/bin/${name}\n`)
      return args.every((name) => Object.hasOwn(known, name)) ? 0 : 1
    },
  },
}
