import { strToU8, type Zippable, zip } from 'fflate'
import type { Deps } from '../../../deps.ts'
import type { Person } from '../../../extension-points/personal-data.ts'

/** ZIP archive with all data about a person: one JSON file per feature, and the files that belong to it. */
export async function makeArchive(
  deps: Pick<Deps, 'db' | 'config' | 'extensions'>,
  person: Person,
  at: Date,
): Promise<Buffer> {
  const entries: Zippable = {}
  for (const part of deps.extensions.personalData) {
    const collected = await part.collect?.(deps.db, person)
    if (collected) entries[`${part.name}.json`] = strToU8(`${JSON.stringify(collected, null, 2)}\n`)
    const files = part.files ? await part.files(deps, person) : {}
    for (const [name, content] of Object.entries(files)) entries[`${part.name}/${name}`] = content
  }
  entries['README.txt'] = strToU8(readme(person, at, Object.keys(entries)))
  return new Promise((resolve, reject) => {
    zip(entries, { level: 6, mtime: at }, (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes))))
  })
}

const readme = (
  { username }: Person,
  at: Date,
  names: string[],
) => `Everything that Flagyard keeps about the account ${username}, as of ${at.toISOString()}.

${names.map((name) => `- ${name}`).join('\n')}

The .json files open in any editor. Times are UTC, money is in cents or the like.
Left out, because they would open something or are other people's: passwords and codes, the text of mails with links,
the flags you typed, voucher codes, the credentials of labs, and the addresses of people you gave vouchers to.
`
