import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { capability } from '@flagyard/api-types/schemas'
import { createAdministrator, resetFactors, unlockAccount } from '../areas/support/users/index.ts'
import { ApiError } from '../errors.ts'
import { askHidden, type Commands, parse, runCommandLine, UsageError } from './command-line.ts'

const usage = `Usage:
  npm run admin -- create <username> <email> [--name "Full Name"] [--capabilities owner,support] [--password-stdin]
  npm run admin -- reset-factor <username>
  npm run admin -- unlock <username>

create        makes an activated administrator. The first one holds every capability; later ones hold those of
              --capabilities (${capability.options.join(', ')}), without it none: they may read.
              The password is asked for, or read from standard input, or made and printed once.
reset-factor  removes second factors and recovery codes, and signs the account out everywhere.
unlock        enables a disabled account, and forgets its failed tries.

The embedded database belongs to one process: stop the server first. On Postgres it may run on.`

const commands: Commands = {
  async create(args) {
    const { positionals, values } = parse(args, 2, {
      name: { type: 'string' },
      capabilities: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    })
    const [username = '', email = ''] = positionals
    const capabilities = readCapabilities(values.capabilities)
    const { password, made } = await readPassword(values['password-stdin'] === true)
    return async (deps) => {
      const full_name = typeof values.name === 'string' ? values.name : username
      const created = await createAdministrator(deps, { username, email, full_name, password, capabilities })
      const held = created.capabilities.join(', ') || 'none, so it may only read'
      return [
        `Created the administrator ${username.toLowerCase()}. Capabilities: ${held}.`,
        ...(made ? [`Password, shown only once: ${password}`] : []),
      ].join('\n')
    }
  },
  async 'reset-factor'(args) {
    const [username = ''] = parse(args, 1).positionals
    return async (deps) => {
      const { factors, codes } = await resetFactors(deps, username)
      return `Removed ${factors} second factors and ${codes} recovery codes of ${username}, and signed it out everywhere.`
    }
  },
  async unlock(args) {
    const [username = ''] = parse(args, 1).positionals
    return async (deps) => {
      const { wasDisabled } = await unlockAccount(deps, username)
      return `${wasDisabled ? `Enabled ${username} again` : `${username} was not disabled`}; its failed attempts are cleared.`
    }
  },
}

await runCommandLine(usage, commands)

function readCapabilities(list: unknown) {
  const names = typeof list === 'string' ? list.split(',').map((name) => name.trim()) : []
  return names.map((name) => {
    const known = capability.safeParse(name)
    if (!known.success) throw new UsageError(`There is no capability ${name}.`)
    return known.data
  })
}

/** Reads the password from standard input (for scripts), or from the keyboard without echo, or generates one. */
async function readPassword(fromStdin: boolean): Promise<{ password: string; made: boolean }> {
  if (fromStdin) return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), made: false }
  const typed = process.stdin.isTTY ? await askHidden('Password (not shown; press Enter to generate one): ') : ''
  if (typed === '') return { password: randomBytes(15).toString('base64url'), made: true }
  if ((await askHidden('Repeat the password: ')) !== typed)
    throw new ApiError('conflict', 'The passwords do not match.')
  return { password: typed, made: false }
}
