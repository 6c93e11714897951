import { bytesOf } from '../generated-ids.ts'
import { all } from '../resources.ts'
import type { Resource, World } from '../world.ts'

const part = (world: World, name: string) => ((bytesOf(world, name)[0] ?? 7) % 200) + 20

/** Public IP address of an instance: its own, or that of its Elastic IP. */
export function publicAddress(world: World, instance: Resource): string | undefined {
  if (instance.attributes.public_ip) return instance.attributes.public_ip
  const elastic = all(world, 'aws_eip').find(({ attributes }) => attributes.instance === instance.name)
  return elastic ? (elastic.attributes.public_ip ?? `198.51.100.${part(world, elastic.name)}`) : undefined
}

export const privateAddress = (world: World, { name, attributes }: Resource): string =>
  attributes.private_ip ?? `10.0.1.${part(world, name)}`
