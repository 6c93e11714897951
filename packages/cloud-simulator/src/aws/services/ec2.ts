import { CloudError } from '../../engine/caller.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, find, wordsOf } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { arnOf, ec2Id, instanceId, uniqueId } from '../arn.ts'
import {
  type AwsCall,
  type AwsOperations,
  anything,
  isoDate,
  listOf,
  op,
  regional,
  shorthand,
  tagList,
} from '../call.ts'
import { privateAddress, publicAddress } from '../instances.ts'

const named = (one: Resource) => tagList(one, { Name: one.name })

const idOf = (world: World, type: string, prefix: string, name: string | undefined) =>
  ec2Id(world, prefix, name ?? all(world, type)[0]?.name ?? 'default')

export function shownInstance(world: World, one: Resource) {
  const { attributes } = one
  const profile =
    attributes.iam_instance_profile && find(world, 'aws_iam_instance_profile', attributes.iam_instance_profile)
  const address = publicAddress(world, one)
  const group = attributes.security_group ?? all(world, 'aws_security_group')[0]?.name ?? 'default'
  return {
    InstanceId: instanceId(world, one),
    ImageId: ec2Id(world, 'ami', 'image'),
    InstanceType: attributes.instance_type ?? 't4g.micro',
    LaunchTime: isoDate(madeOn(world, one.name)),
    State: { Code: attributes.state === 'stopped' ? 80 : 16, Name: attributes.state ?? 'running' },
    PrivateIpAddress: privateAddress(world, one),
    PrivateDnsName: `ip-${privateAddress(world, one).replaceAll('.', '-')}.${world.region}.compute.internal`,
    ...(address
      ? {
          PublicIpAddress: address,
          PublicDnsName: `ec2-${address.replaceAll('.', '-')}.${world.region}.compute.amazonaws.com`,
        }
      : {}),
    SubnetId: idOf(world, 'aws_subnet', 'subnet', attributes.subnet),
    VpcId: idOf(world, 'aws_vpc', 'vpc', attributes.vpc),
    Placement: { AvailabilityZone: `${world.region}a`, Tenancy: 'default' },
    ...(profile
      ? { IamInstanceProfile: { Arn: arnOf(world, profile), Id: uniqueId(world, 'AIPA', profile.name) } }
      : {}),
    MetadataOptions: {
      State: 'applied',
      HttpTokens: attributes.http_tokens ?? 'required',
      HttpPutResponseHopLimit: Number(attributes.http_put_response_hop_limit ?? 1),
      HttpEndpoint: attributes.http_endpoint ?? 'enabled',
    },
    SecurityGroups: [{ GroupName: group, GroupId: ec2Id(world, 'sg', group) }],
    Tags: named(one),
  }
}

/** Applies `--filters Name=…,Values=…` to a result. */
function filtered<T extends object>(call: AwsCall, shown: T[]): T[] {
  const filters = call.values('filters').map(shorthand)
  return shown.filter((one) =>
    filters.every(({ Name, Values }) => {
      const wanted = [Values].flat().map(String)
      return valuesAt(one, String(Name)).some((value) => wanted.some((pattern) => fits(pattern, value)))
    }),
  )
}

const fits = (pattern: string, value: string) =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern

function valuesAt(one: object, filter: string): string[] {
  const fields = one as Record<string, unknown>
  if (filter.startsWith('tag:')) {
    const tags = (fields.Tags ?? []) as { Key: string; Value: string }[]
    return tags.filter(({ Key }) => Key === filter.slice(4)).map(({ Value }) => Value)
  }
  if (filter === 'instance-state-name') return [String((fields.State as { Name?: string })?.Name)]
  const name = filter
    .split(/[-.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  const alike = Object.entries(fields).find(
    ([key]) => key.toLowerCase() === name.toLowerCase() || key.toLowerCase() === `${name}Address`.toLowerCase(),
  )
  return alike ? [String(alike[1])] : []
}

function listInstances(call: AwsCall) {
  const asked = listOf(call, 'instance-ids')
  const shown = all(call.world, 'aws_instance').map((one) => shownInstance(call.world, one))
  for (const id of asked) if (!shown.some(({ InstanceId }) => InstanceId === id)) throw noInstance(id)
  const found = shown.filter(({ InstanceId }) => asked.length === 0 || asked.includes(InstanceId))
  return {
    Reservations: filtered(call, found).map((one) => ({
      ReservationId: one.InstanceId.replace('i-', 'r-'),
      OwnerId: call.world.account_id,
      Groups: [],
      Instances: [one],
    })),
  }
}

const noInstance = (id: string) =>
  /^i-[0-9a-f]{8,17}$/.test(id)
    ? new CloudError('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`)
    : new CloudError('InvalidInstanceID.Malformed', `Invalid id: "${id}"`)

/** An instance as the target of a call. */
export function instanceTarget(call: AwsCall, id: string) {
  const resource = all(call.world, 'aws_instance').find((one) => instanceId(call.world, one) === id)
  return { id: regional(call, 'ec2', `instance/${id}`), resource, missing: () => noInstance(id) }
}

const onInstance = (options: string, action: string, work: (call: AwsCall, instance: Resource) => object) =>
  op(
    `instance-id! ${options}`,
    `ec2:${action}`,
    (call) => {
      const id = call.need('instance-id')
      const attribute = call.has('attribute') ? { attribute: call.need('attribute') } : {}
      return { ...instanceTarget(call, id), parameters: { instanceId: id, ...attribute } }
    },
    (call, instance) => ({ InstanceId: call.need('instance-id'), ...work(call, instance) }),
  )

function attributeOf(call: AwsCall, one: Resource): object {
  const data = one.attributes.user_data
  const attributes: Record<string, object> = {
    userData: { UserData: data ? { Value: Buffer.from(data).toString('base64') } : {} },
    instanceType: { InstanceType: { Value: one.attributes.instance_type ?? 't4g.micro' } },
    groupSet: { Groups: shownInstance(call.world, one).SecurityGroups },
    disableApiTermination: { DisableApiTermination: { Value: false } },
  }
  const name = call.need('attribute')
  const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (!found) throw new CloudError('InvalidParameterValue', `Value (${name}) for parameter attribute is invalid.`)
  return found
}

function changeMetadata(call: AwsCall, one: Resource) {
  const names = ['http-tokens', 'http-endpoint', 'http-put-response-hop-limit'].filter((name) => call.has(name))
  const changed = Object.fromEntries(names.map((name) => [name.replaceAll('-', '_'), call.need(name)]))
  const attributes = { ...one.attributes, ...changed }
  call.session.put(one.type, one.name, attributes)
  const { MetadataOptions } = shownInstance(call.world, { ...one, attributes })
  return { InstanceMetadataOptions: { ...MetadataOptions, State: 'pending' } }
}

/** A `describe-…s` operation of read-only resources. */
const described = (key: string, types: string, show: (world: World, one: Resource) => object, options = '') =>
  op(`filters* max-results ${options}`, `ec2:Describe${key}`, anything, (call) => {
    const shown = all(call.world, ...types.split(' ')).map((one) => show(call.world, one))
    return { [key]: filtered(call, shown) }
  })

const rules = (text: string | undefined) =>
  (text ?? '')
    .split(/[;\n]+/)
    .filter((one) => one.trim())
    .map((one) => {
      const [port = '0', ...from] = wordsOf(one)
      const [low, high = low] = port.replace('/tcp', '').split('-').map(Number)
      return {
        IpProtocol: 'tcp',
        FromPort: low,
        ToPort: high,
        IpRanges: (from.length > 0 ? from : ['0.0.0.0/0']).map((CidrIp) => ({ CidrIp })),
      }
    })

/** EC2 read operations, and the one that changes the metadata options. */
export const ec2: AwsOperations = {
  'describe-instances': op('instance-ids* filters* max-results', 'ec2:DescribeInstances', anything, listInstances),
  'describe-instance-attribute': onInstance('attribute!', 'DescribeInstanceAttribute', attributeOf),
  'modify-instance-metadata-options': onInstance(
    'http-tokens http-endpoint http-put-response-hop-limit',
    'ModifyInstanceMetadataOptions',
    changeMetadata,
  ),
  'describe-addresses': described('Addresses', 'aws_eip', (world, one) => {
    const instance = all(world, 'aws_instance').find(({ name }) => name === one.attributes.instance)
    return {
      PublicIp: instance ? publicAddress(world, instance) : one.attributes.public_ip,
      AllocationId: ec2Id(world, 'eipalloc', one.name),
      Domain: 'vpc',
      ...(instance
        ? { InstanceId: instanceId(world, instance), PrivateIpAddress: privateAddress(world, instance) }
        : {}),
      Tags: named(one),
    }
  }),
  'describe-vpcs': described(
    'Vpcs',
    'aws_vpc aws_default_vpc',
    (world, one) => ({
      VpcId: ec2Id(world, 'vpc', one.name),
      CidrBlock: one.attributes.cidr_block ?? '10.0.0.0/16',
      State: 'available',
      IsDefault: one.type === 'aws_default_vpc',
      OwnerId: world.account_id,
      Tags: named(one),
    }),
    'vpc-ids*',
  ),
  'describe-subnets': described(
    'Subnets',
    'aws_subnet',
    (world, one) => ({
      SubnetId: ec2Id(world, 'subnet', one.name),
      VpcId: idOf(world, 'aws_vpc', 'vpc', one.attributes.vpc),
      CidrBlock: one.attributes.cidr_block ?? '10.0.1.0/24',
      AvailabilityZone: `${world.region}a`,
      State: 'available',
      Tags: named(one),
    }),
    'subnet-ids*',
  ),
  'describe-security-groups': described(
    'SecurityGroups',
    'aws_security_group',
    (world, one) => ({
      GroupId: ec2Id(world, 'sg', one.name),
      GroupName: one.name,
      Description: one.attributes.description ?? one.name,
      VpcId: idOf(world, 'aws_vpc', 'vpc', one.attributes.vpc),
      OwnerId: world.account_id,
      IpPermissions: rules(one.attributes.ingress ?? '80'),
      IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
      Tags: named(one),
    }),
    'group-ids* group-names*',
  ),
  'describe-volumes': described(
    'Volumes',
    'aws_ebs_volume',
    (world, one) => ({
      VolumeId: ec2Id(world, 'vol', one.name),
      Size: Number(one.attributes.size ?? 8),
      State: 'in-use',
      Encrypted: one.attributes.encrypted !== 'no',
      AvailabilityZone: `${world.region}a`,
      Tags: named(one),
    }),
    'volume-ids*',
  ),
  'describe-internet-gateways': described('InternetGateways', 'aws_internet_gateway', (world, one) => ({
    InternetGatewayId: ec2Id(world, 'igw', one.name),
    OwnerId: world.account_id,
    Tags: named(one),
  })),
  'describe-iam-instance-profile-associations': described(
    'IamInstanceProfileAssociations',
    'aws_instance',
    (world, one) => ({
      InstanceId: instanceId(world, one),
      State: 'associated',
      IamInstanceProfile: shownInstance(world, one).IamInstanceProfile,
    }),
  ),
  'describe-snapshots': op('owner-ids* filters* snapshot-ids*', 'ec2:DescribeSnapshots', anything, () => ({
    Snapshots: [],
  })),
  'describe-launch-templates': op('filters*', 'ec2:DescribeLaunchTemplates', anything, () => ({ LaunchTemplates: [] })),
  'describe-regions': op('all-regions? filters*', 'ec2:DescribeRegions', anything, ({ world }) => ({
    Regions: [{ RegionName: world.region, OptInStatus: 'opt-in-not-required' }],
  })),
}
