import { hostState } from '../files.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'
import { privateAddress, publicAddress } from './network.ts'
/** Runs a script as root on an instance, as Systems Manager does. */
export const runOnInstance = (session: Session, instance: Resource, script: string) =>
  session.runScript(
    {
      kind: 'inside',
      resource: instance,
      address: publicAddress(session.world, instance) ?? privateAddress(session.world, instance),
      agent: 'aws-cli/2.31.4',
    },
    hostState(),
    script,
  )
