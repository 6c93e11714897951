import type { GcpRequest } from './request.ts'

/** Principal names in deny policies, mapped to the names of the same principals in bindings. */
const newNames: [RegExp, (rest: string) => string][] = [
  [/^principalSet:\/\/goog\/public:all$/, () => '*'],
  [/^principal:\/\/goog\/subject\/(.+)$/, (mail) => `user:${mail}`],
  [/^principalSet:\/\/goog\/group\/(.+)$/, (mail) => `group:${mail}`],
  [/^principal:\/\/iam\.googleapis\.com\/projects\/-\/serviceAccounts\/(.+)$/, (mail) => `serviceAccount:${mail}`],
]

const bindingName = (name: string) => {
  for (const [pattern, toOld] of newNames) {
    const found = pattern.exec(name)
    if (found) return toOld(found[1] ?? '')
  }
  return name
}

/** Whether the principals of a binding or deny rule include the caller. */
export function includesCaller(members: readonly string[], { member, groups = [] }: GcpRequest): boolean {
  const own = [member, ...groups].flatMap((name) => (name === null ? [] : [name.toLowerCase()]))
  return members.map(bindingName).some((name) => {
    if (name === 'allUsers' || name === '*') return true
    if (name === 'allAuthenticatedUsers') return member !== null
    if (name.startsWith('domain:'))
      return own[0]?.startsWith('user:') === true && own[0].endsWith(`@${name.slice(7).toLowerCase()}`)
    return own.includes(name.toLowerCase())
  })
}
