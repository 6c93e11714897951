import { madeOn } from '../generated-ids.ts'
import { all, find, tagsOf, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnOf, ec2Id, instanceId, uniqueId } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { AwsError } from './error.ts'
import { privateAddress, publicAddress } from './network.ts'
import { shorthand } from './options.ts'

const isoDate = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`

const tagList = (one: Resource) =>
  Object.entries({ Name: one.name, ...tagsOf(one) }).map(([Key, Value]) => ({ Key, Value }))

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
    Tags: tagList(one),
  }
}

/** Applies `--filters Name=…,Values=…` to a result. */
function filtered<T extends object>(call: AwsCall, shown: T[]): T[] {
  const filters = (call.options.values.get('filters') ?? []).map(shorthand)
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

const instances = op('instance-ids* filters* max-results', (call) =>
  call.act('ec2:DescribeInstances', '*', () => {
    const asked = call.list('instance-ids')
    const shown = all(call.world, 'aws_instance').map((one) => shownInstance(call.world, one))
    for (const id of asked) if (!shown.some(({ InstanceId }) => InstanceId === id)) throw noInstance(id)
    const found = filtered(
      call,
      shown.filter(({ InstanceId }) => asked.length === 0 || asked.includes(InstanceId)),
    )
    return {
      Reservations: found.map((one) => ({
        ReservationId: one.InstanceId.replace('i-', 'r-'),
        OwnerId: call.world.account_id,
        Groups: [],
        Instances: [one],
      })),
    }
  }),
)

const noInstance = (id: string) =>
  /^i-[0-9a-f]{8,17}$/.test(id)
    ? new AwsError('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`)
    : new AwsError('InvalidInstanceID.Malformed', `Invalid id: "${id}"`)

export function findInstance(world: World, id: string): Resource {
  const found = all(world, 'aws_instance').find((one) => instanceId(world, one) === id)
  if (!found) throw noInstance(id)
  return found
}

const attribute = op('instance-id! attribute!', (call) => {
  const id = call.need('instance-id')
  const arn = `arn:aws:ec2:${call.world.region}:${call.world.account_id}:instance/${id}`
  return call.act(
    'ec2:DescribeInstanceAttribute',
    arn,
    () => {
      const one = findInstance(call.world, id)
      const data = one.attributes.user_data
      const read: Record<string, () => object> = {
        userData: () => ({ UserData: data ? { Value: Buffer.from(data).toString('base64') } : {} }),
        instanceType: () => ({ InstanceType: { Value: one.attributes.instance_type ?? 't4g.micro' } }),
        groupSet: () => ({ Groups: shownInstance(call.world, one).SecurityGroups }),
        disableApiTermination: () => ({ DisableApiTermination: { Value: false } }),
      }
      const shown = read[call.need('attribute')]
      if (!shown)
        throw new AwsError(
          'InvalidParameterValue',
          `Value (${call.need('attribute')}) for parameter attribute is invalid.`,
        )
      return { InstanceId: id, ...shown() }
    },
    { parameters: { instanceId: id, attribute: call.need('attribute') } },
  )
})

const metadataOptions = op('instance-id! http-tokens http-endpoint http-put-response-hop-limit', (call) => {
  const id = call.need('instance-id')
  return call.act(
    'ec2:ModifyInstanceMetadataOptions',
    `arn:aws:ec2:${call.world.region}:${call.world.account_id}:instance/${id}`,
    () => {
      const one = findInstance(call.world, id)
      const changed = Object.fromEntries(
        ['http-tokens', 'http-endpoint', 'http-put-response-hop-limit'].flatMap((name) =>
          call.has(name) ? [[name.replaceAll('-', '_'), call.need(name)]] : [],
        ),
      )
      call.session.put(one.type, one.name, { ...one.attributes, ...changed })
      return {
        InstanceId: id,
        InstanceMetadataOptions: {
          ...shownInstance(call.world, { ...one, attributes: { ...one.attributes, ...changed } }).MetadataOptions,
          State: 'pending',
        },
      }
    },
    { parameters: { instanceId: id } },
  )
})

/** A `describe-…s` operation of read-only resources. */
const described = (
  action: string,
  key: string,
  types: string[],
  show: (world: World, one: Resource) => object,
  options = '',
) =>
  op(`filters* max-results ${options}`, (call) =>
    call.act(`ec2:${action}`, '*', () => ({
      [key]: filtered(
        call,
        all(call.world, ...types).map((one) => show(call.world, one)),
      ),
    })),
  )

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
export const ec2: Record<string, AwsOperation> = {
  'describe-instances': instances,
  'describe-instance-attribute': attribute,
  'modify-instance-metadata-options': metadataOptions,
  'describe-addresses': described('DescribeAddresses', 'Addresses', ['aws_eip'], (world, one) => {
    const instance = all(world, 'aws_instance').find(({ name }) => name === one.attributes.instance)
    return {
      PublicIp: instance ? publicAddress(world, instance) : one.attributes.public_ip,
      AllocationId: ec2Id(world, 'eipalloc', one.name),
      Domain: 'vpc',
      ...(instance
        ? { InstanceId: instanceId(world, instance), PrivateIpAddress: privateAddress(world, instance) }
        : {}),
      Tags: tagList(one),
    }
  }),
  'describe-vpcs': described(
    'DescribeVpcs',
    'Vpcs',
    ['aws_vpc', 'aws_default_vpc'],
    (world, one) => ({
      VpcId: ec2Id(world, 'vpc', one.name),
      CidrBlock: one.attributes.cidr_block ?? '10.0.0.0/16',
      State: 'available',
      IsDefault: one.type === 'aws_default_vpc',
      OwnerId: world.account_id,
      Tags: tagList(one),
    }),
    'vpc-ids*',
  ),
  'describe-subnets': described(
    'DescribeSubnets',
    'Subnets',
    ['aws_subnet'],
    (world, one) => ({
      SubnetId: ec2Id(world, 'subnet', one.name),
      VpcId: idOf(world, 'aws_vpc', 'vpc', one.attributes.vpc),
      CidrBlock: one.attributes.cidr_block ?? '10.0.1.0/24',
      AvailabilityZone: `${world.region}a`,
      State: 'available',
      Tags: tagList(one),
    }),
    'subnet-ids*',
  ),
  'describe-security-groups': described(
    'DescribeSecurityGroups',
    'SecurityGroups',
    ['aws_security_group'],
    (world, one) => ({
      GroupId: ec2Id(world, 'sg', one.name),
      GroupName: one.name,
      Description: one.attributes.description ?? one.name,
      VpcId: idOf(world, 'aws_vpc', 'vpc', one.attributes.vpc),
      OwnerId: world.account_id,
      IpPermissions: rules(one.attributes.ingress ?? '80'),
      IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
      Tags: tagList(one),
    }),
    'group-ids* group-names*',
  ),
  'describe-volumes': described(
    'DescribeVolumes',
    'Volumes',
    ['aws_ebs_volume'],
    (world, one) => ({
      VolumeId: ec2Id(world, 'vol', one.name),
      Size: Number(one.attributes.size ?? 8),
      State: 'in-use',
      Encrypted: one.attributes.encrypted !== 'no',
      AvailabilityZone: `${world.region}a`,
      Tags: tagList(one),
    }),
    'volume-ids*',
  ),
  'describe-internet-gateways': described(
    'DescribeInternetGateways',
    'InternetGateways',
    ['aws_internet_gateway'],
    (world, one) => ({
      InternetGatewayId: ec2Id(world, 'igw', one.name),
      OwnerId: world.account_id,
      Tags: tagList(one),
    }),
  ),
  'describe-iam-instance-profile-associations': described(
    'DescribeIamInstanceProfileAssociations',
    'IamInstanceProfileAssociations',
    ['aws_instance'],
    (world, one) => ({
      InstanceId: instanceId(world, one),
      State: 'associated',
      IamInstanceProfile: shownInstance(world, one).IamInstanceProfile,
    }),
  ),
  'describe-snapshots': op('owner-ids* filters* snapshot-ids*', (call) =>
    call.act('ec2:DescribeSnapshots', '*', () => ({ Snapshots: [] })),
  ),
  'describe-launch-templates': op('filters*', (call) =>
    call.act('ec2:DescribeLaunchTemplates', '*', () => ({ LaunchTemplates: [] })),
  ),
  'describe-regions': op('all-regions? filters*', (call) =>
    call.act('ec2:DescribeRegions', '*', () => ({
      Regions: [{ RegionName: call.world.region, OptInStatus: 'opt-in-not-required' }],
    })),
  ),
}
