import { find } from '../resources.ts'
import { type GcpCaller, GcpError } from './call.ts'
import { secretName } from './ids.ts'
/** Value of a secret, if the caller may read it. */
export function accessSecret(caller: GcpCaller, name: string, version: string): string {
  const found = find(caller.world, 'google_secret_manager_secret', name)
  return caller.act(
    'secretmanager.versions.access',
    `${secretName(caller.world, name)}/versions/${version}`,
    found,
    () => {
      if (!found || !['latest', '1'].includes(version))
        throw new GcpError(
          'NOT_FOUND',
          `NOT_FOUND: Secret [${secretName(caller.world, name)}] not found or has no versions.`,
          404,
        )
      return found.attributes.value ?? ''
    },
    'google.cloud.secretmanager.v1.SecretManagerService.AccessSecretVersion',
  )
}
