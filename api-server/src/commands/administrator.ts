import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { capability } from '@flagyard/api-types/schemas'
import { createAdministrator, resetFactors, unlockAccount } from '../areas/platform/auth/index.ts'
import { ApiError } from '../errors.ts'
import { askHidden, command, type Group, UsageError } from './command-line.ts'

export const admin: Group = {
  about: `Creates administrators, and helps those who cannot sign in. Changes are audited with the actor "command line".

The embedded database allows one process: stop the server first. On Postgres it may run.`,
  commands: {
    create: command({
      about: `creates an activated administrator

The first one has all capabilities, later ones only those of --capabilities. Without it they can only read. The password
is asked for, read from standard input, or generated and printed once.`,
      words: ['USERNAME', 'EMAIL'],
      options: {
        name: { value: 'NAME', about: 'full name; default: the username' },
        capabilities: { value: 'LIST', about: `some of ${capability.options.join(',')}` },
        'password-stdin': { about: 'reads the password from standard input' },
      },
      json: true,
      async run([username, email], options) {
        const capabilities = readCapabilities(options.capabilities)
        const { password, made } = await readPassword(options['password-stdin'])
        return async (deps) => {
          const full_name = options.name ?? username
          const created = await createAdministrator(deps, { username, email, full_name, password, capabilities })
          const held = created.capabilities.join(', ') || 'none, so it may only read'
          return {
            text: [
              `Created the administrator ${username.toLowerCase()}. Capabilities: ${held}.`,
              ...(made ? [`Password, shown only once: ${password}`] : []),
            ].join('\n'),
            data: { username: username.toLowerCase(), capabilities: created.capabilities, ...(made && { password }) },
          }
        }
      },
    }),
    'reset-factor': command({
      about: 'removes second factors and recovery codes, and signs the account out everywhere',
      words: ['USERNAME'],
      run:
        async ([username]) =>
        async (deps) => {
          const { factors, codes } = await resetFactors(deps, username)
          return `Removed ${factors} second factors and ${codes} recovery codes of ${username}, and signed it out everywhere.`
        },
    }),
    unlock: command({
      about: 'enables a disabled account, and clears its failed tries',
      words: ['USERNAME'],
      run:
        async ([username]) =>
        async (deps) => {
          const { wasDisabled } = await unlockAccount(deps, username)
          return `${wasDisabled ? `Enabled ${username} again` : `${username} was not disabled`}; its failed attempts are cleared.`
        },
    }),
  },
}

function readCapabilities(list: string | undefined) {
  return (list?.split(',') ?? []).map((each) => {
    const name = each.trim()
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
