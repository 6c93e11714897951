import type { GcpBinding, GcpNode } from '../policies/gcp/request.ts'
import { all, fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { accountName, bucketName, emailOf, memberOf, projectName, secretName } from './ids.ts'
import { roleNamed } from './roles.ts'

/** Bindings grouped by role, from rows with one role and one member each. */
function bindings(world: World, rows: Resource[]): GcpBinding[] {
  const found = new Map<string, GcpBinding>()
  for (const { attributes } of rows) {
    if (!attributes.role || !attributes.member) continue
    const role = roleNamed(world, attributes.role)
    const key = `${role} ${attributes.condition ?? ''}`
    const binding = found.get(key) ?? {
      role,
      members: [],
      ...(attributes.condition ? { condition: { title: 'condition', expression: attributes.condition } } : {}),
    }
    binding.members.push(memberOf(world, attributes.member))
    found.set(key, binding)
  }
  return [...found.values()]
}

const on = (rows: Resource[], key: string, names: string[]) =>
  rows.filter(({ attributes }) => names.includes(attributes[key] ?? ''))

export const projectBindings = (world: World) => bindings(world, all(world, 'google_project_iam_member'))
export const accountBindings = (world: World, { name }: Resource) =>
  bindings(world, on(all(world, 'google_service_account_iam_member'), 'service_account', [name, emailOf(world, name)]))
export const bucketBindings = (world: World, bucket: Resource) =>
  bindings(world, on(all(world, 'google_storage_bucket_iam_member'), 'bucket', [bucket.name, fullName(bucket)]))
const EVERYBODY = ['allUsers', 'allAuthenticatedUsers']
/** Effective bindings: if public access is prevented, bindings for everyone have no effect. */
const countingBindings = (world: World, bucket: Resource): GcpBinding[] => {
  const standing = bucketBindings(world, bucket)
  if (publicAccessOf(bucket) !== 'enforced') return standing
  return standing.map((one) => ({ ...one, members: one.members.filter((member) => !EVERYBODY.includes(member)) }))
}
/** Public access prevention of a bucket, enforced unless the lab says otherwise. */
export const publicAccessOf = ({ attributes }: Resource) => attributes.public_access_prevention ?? 'enforced'
export const secretBindings = (world: World, { name }: Resource) =>
  bindings(world, on(all(world, 'google_secret_manager_secret_iam_member'), 'secret', [name]))

/** Its deny policy is the guard rail. */
const organization = ({ denied }: World): GcpNode => ({
  name: 'organizations/0',
  deny: [
    {
      denied_principals: ['principalSet://goog/public:all'],
      denied_permissions: denied.map((one) => one.replace('.', '.googleapis.com/')),
    },
  ],
})
const project = (world: World): GcpNode => ({ name: projectName(world), bindings: projectBindings(world) })

/** Path from the organisation down to the requested resource. */
export function pathTo(world: World, resource?: Resource): GcpNode[] {
  const above = [organization(world), project(world)]
  if (resource?.type === 'google_service_account')
    return [...above, { name: accountName(world, resource.name), bindings: accountBindings(world, resource) }]
  if (resource?.type === 'google_storage_bucket')
    return [...above, { name: bucketName(resource), bindings: countingBindings(world, resource) }]
  if (resource?.type === 'google_secret_manager_secret')
    return [...above, { name: secretName(world, resource.name), bindings: secretBindings(world, resource) }]
  return above
}
