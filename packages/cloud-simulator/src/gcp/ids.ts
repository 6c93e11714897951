import { digitsOf } from '../generated-ids.ts'
import { all, find, fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'
export const numberOf = (world: Pick<World, 'seed'>) => digitsOf(world, 'project number', 12)
export const projectName = ({ account_id }: Pick<World, 'account_id'>) => `projects/${account_id}`
export const emailOf = ({ account_id }: Pick<World, 'account_id'>, name: string) =>
  `${name}@${account_id}.iam.gserviceaccount.com`

export const bucketName = (bucket: Resource) => `projects/_/buckets/${fullName(bucket)}`
export const secretName = (world: World, name: string) => `${projectName(world)}/secrets/${name}`
export const accountName = (world: World, name: string) =>
  `${projectName(world)}/serviceAccounts/${emailOf(world, name)}`

/** Address of the user that the lab signs in. */
export const learnerEmail = ({ credentials, account_id }: Pick<World, 'credentials' | 'account_id'>) =>
  credentials.identity.includes('@')
    ? credentials.identity
    : `${credentials.identity || 'lab-user'}@${account_id}.iam.example`

/** Resolves a member in a lab: the learner, a service account by name, or a complete member. */
export function memberOf(world: World, text: string): string {
  if (text.includes(':') || ['allUsers', 'allAuthenticatedUsers'].includes(text)) return text
  if (text.includes('@')) return /gserviceaccount\.com$/.test(text) ? `serviceAccount:${text}` : `user:${text}`
  if (find(world, 'google_service_account', text)) return `serviceAccount:${emailOf(world, text)}`
  return text === 'lab-user' || text === world.credentials.identity
    ? `user:${learnerEmail(world)}`
    : `user:${text}@${world.account_id}.iam.example`
}

/** A service account by e-mail, name, or the end of its full name. */
export function findServiceAccount(world: World, text: string): Resource | undefined {
  const given = text.split('/').at(-1) ?? text
  return all(world, 'google_service_account').find(({ name }) => name === given || emailOf(world, name) === given)
}
