import { privateAddress, publicAddress } from '../aws/instances.ts'
import { ec2Metadata } from '../aws/metadata.ts'
import { azureMetadata } from '../azure/metadata.ts'
import { azureServices } from '../azure/web.ts'
import { hostState } from '../files.ts'
import { gcpMetadata } from '../gcp/metadata.ts'
import { gcpServices } from '../gcp/web.ts'
import { type HttpRequest, type HttpResponse, hostOf, Unreachable } from '../http-message.ts'
import { all } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'
import { linkPreview } from './link-preview.ts'

const METADATA = '169.254.169.254'

/** Response from an address, as seen from the requesting host. Nothing outside the account is reachable. */
export function sendRequest(session: Session, request: HttpRequest): HttpResponse {
  const host = hostOf(request.url)
  session.budget.spend(2000 + request.body.length)
  if (host === METADATA || host === 'metadata.google.internal' || host === 'instance-data')
    return metadata(session, request)
  const instance = instanceAt(session, host)
  if (instance) return fromInstance(session, instance, request)
  const found =
    session.world.cloud === 'azure'
      ? azureServices(session, host)
      : session.world.cloud === 'gcp'
        ? gcpServices(session, host)
        : undefined
  if (found) return found(session, request)
  throw new Unreachable(
    6,
    `Could not resolve host: ${host.slice(0, 100)} (this shell reaches the addresses of the lab and nothing else)`,
  )
}

function metadata(session: Session, request: HttpRequest): HttpResponse {
  const { host, world } = session
  const name = hostOf(request.url)
  if (host.kind !== 'inside' || (name === 'metadata.google.internal' && world.cloud !== 'gcp'))
    throw name === METADATA
      ? new Unreachable(28, `Failed to connect to ${METADATA} port 80: Connection timed out`)
      : new Unreachable(6, `Could not resolve host: ${name}`)
  if (world.cloud === 'azure') return azureMetadata(session, host.resource, request)
  if (world.cloud === 'gcp') return gcpMetadata(session, host.resource, request)
  if (host.resource.type !== 'aws_instance')
    throw new Unreachable(7, `Failed to connect to ${METADATA} port 80: Connection refused`)
  return ec2Metadata(session, host.resource, request)
}

const instanceAt = ({ world, host }: Session, address: string): Resource | undefined =>
  all(world, 'aws_instance').find(
    (one) =>
      publicAddress(world, one) === address ||
      (host.kind === 'inside' && privateAddress(world, one) === address) ||
      (host.kind === 'inside' && host.resource === one && ['localhost', '127.0.0.1'].includes(address)),
  )

function fromInstance(session: Session, instance: Resource, request: HttpRequest): HttpResponse {
  const address = publicAddress(session.world, instance) ?? privateAddress(session.world, instance)
  const port = request.url.port || (request.url.protocol === 'https:' ? '443' : '80')
  if (instance.attributes.service !== 'link-preview' || port !== (instance.attributes.port ?? '80'))
    throw new Unreachable(28, `Failed to connect to ${address} port ${port}: Connection timed out`)
  const inside = session.on({ kind: 'inside', resource: instance, address, agent: 'link-preview/1.4' }, hostState())
  return linkPreview(inside, instance, request, (inner) => sendRequest(inside, inner))
}
