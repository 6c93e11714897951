import { createHash } from 'node:crypto'
import type { CloudName, ModuleResource } from '../../db/schema/index.ts'
import type { Applied, Build, CloudAccess, ResourceName } from './driver.ts'

/**
 * What a build gives: the same for the same deployment and account, however often it is asked. The flags are not in it: they
 * stand on the resources that hold them, and are read in the console alone.
 */
export function describeBuild(access: CloudAccess, build: Build, publicUrl: string): Applied {
  const { cloud, account_id, region } = access
  const id = letters(digest('id', build.deployment_id), 16)
  const secret = (what: string) =>
    digest(what, build.deployment_id, JSON.stringify(build.flags), JSON.stringify(access.credentials))
      .toString('base64url')
      .slice(0, 40)
  return {
    outputs: { ...places[cloud](access), ...namesOf(build, id) },
    console_url: `${publicUrl}${consolePath({ cloud, account_id })}`,
    credentials: [
      { label: USER_LABEL, value: userNames[cloud](access, id), secret: false },
      { label: PASSWORD_LABEL, value: secret('password').slice(0, 24), secret: true },
      ...(cloud === 'aws'
        ? [
            { label: 'Access key id', value: `AKIA${id}`, secret: false },
            { label: 'Secret access key', value: secret('access key'), secret: true },
          ]
        : []),
      { label: scopes[cloud], value: cloud === 'aws' ? region : account_id, secret: false },
    ],
  }
}

/** The two credentials that the simulated console asks for. */
export const USER_LABEL = 'User name'
export const PASSWORD_LABEL = 'Password'

/** Where an account's console stands on our own origin. */
export const consolePath = ({ cloud, account_id }: Pick<CloudAccess, 'cloud' | 'account_id'>) =>
  `/simulated-cloud/${cloud}/${encodeURIComponent(account_id)}`

/** What a resource shows of itself; flags are planted here and nowhere else. */
export function attributesOf(access: CloudAccess, build: Build, resource: ModuleResource): Record<string, string> {
  const mine = planted(build).filter((one) => one.resource === resource)
  const key = attributeOf(resource)
  const flags = mine.map(({ value }, at) => [at === 0 ? key : `${key}_${at + 1}`, value] as const)
  return { region: access.region, ...resource.attributes, ...Object.fromEntries(flags) }
}

/** Each flag with the resource that says it holds it, else the last that holds a text, else the last of all. */
function planted({ module_stages, flags }: Build) {
  const all = module_stages.flatMap((stage) => stage.resources)
  const ground = all.findLast(holdsText) ?? all.at(-1)
  return Object.entries(flags).map(([variable, value]) => ({
    value,
    resource: all.find((one) => one.holds === variable) ?? ground,
  }))
}

/** Something whose content is a text that can be read: the natural place for a flag. */
const holdsText = ({ type }: ResourceName) => /object|blob|parameter|secret|version|document|setting/.test(type)

/** Where a resource of this type would keep a text. */
const attributeOf = ({ type }: ResourceName) =>
  textAttributes.find(([pattern]) => pattern.test(type))?.[1] ?? 'contents'
const textAttributes: [RegExp, string][] = [
  [/object|blob/, 'contents'],
  [/parameter|secret|setting/, 'value'],
  [/trigger|log/, 'log_of_the_longest_build'],
  [/function|service/, 'environment'],
  [/bucket|resource_group/, 'tags'],
  [/table/, 'last_row'],
]

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()
const letters = (bytes: Buffer, length: number) => bytes.toString('hex').toUpperCase().slice(0, length)

/** The real names of what an outsider would see: buckets, machines, applications. */
function namesOf(build: Build, id: string): Record<string, string> {
  const seen = build.module_stages
    .flatMap((stage) => stage.resources)
    .filter(({ type }) => /bucket$|storage_account$|instance$|app$/.test(type))
  return Object.fromEntries(
    seen.map(({ type, name }) => [
      `${type.replace(/^[a-z]+_/, '')}_${name.replaceAll('-', '_')}`,
      `${name}-${id.slice(0, 6).toLowerCase()}`,
    ]),
  )
}

const places: Record<CloudName, (access: CloudAccess) => Record<string, string>> = {
  aws: ({ account_id, region }) => ({ account_id, region, lab_user_arn: `arn:aws:iam::${account_id}:user/lab-user` }),
  azure: ({ account_id, region }) => ({ subscription_id: account_id, location: region }),
  gcp: ({ account_id, region }) => ({ project_id: account_id, region }),
}
const userNames: Record<CloudName, (access: CloudAccess, id: string) => string> = {
  aws: () => 'lab-user',
  azure: (_, id) => `lab-${id.slice(0, 8).toLowerCase()}@flagyard.example`,
  gcp: ({ account_id }) => `lab-user@${account_id}.iam.example`,
}
const scopes: Record<CloudName, string> = { aws: 'Region', azure: 'Subscription', gcp: 'Project' }
