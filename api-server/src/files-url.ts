import { z } from 'zod'

/** A bucket of an S3-compatible store, as given in FILES_URL. */
export interface Bucket {
  name: string
  /** Prefix of every key: words joined by slashes, or empty. */
  prefix: string
  /** Origin of a store other than Amazon's. */
  endpoint: string | undefined
  region: string
  /** Whether the bucket is named in the path instead of the host. */
  pathStyle: boolean
  /** Server-side encryption to request, if the store's default is not enough. */
  encryption: 'AES256' | 'aws:kms' | undefined
  /** Key for `aws:kms`. Default: the store's own. */
  kmsKey: string | undefined
}

/** Parses `s3://bucket/prefix?endpoint=…`. A message completes a sentence that begins with FILES_URL. */
export const filesUrl = z.string().transform((value, context): Bucket => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) || url.hash)
    return refuse('must name a bucket, such as s3://flagyard-files?region=eu-west-1')
  if (url.username || url.password)
    return refuse('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!/^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/.test(prefix)) return refuse('must have a path of simple words, or no path')
  const names = [...url.searchParams.keys()]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return refuse(`has ${twice} twice`)
  const read = options.safeParse(Object.fromEntries(url.searchParams))
  if (!read.success) return refuse(read.error.issues[0]?.message ?? 'cannot be read')
  const { endpoint, region, encryption, 'path-style': pathStyle, 'kms-key': kmsKey } = read.data
  if (kmsKey && encryption !== 'aws:kms') return refuse('may have a kms-key only with encryption=aws:kms')
  return { name: url.host, prefix, endpoint, region, pathStyle: pathStyle === 'true', encryption, kmsKey }
})

/** Whether the value consists of only a scheme, a host and an optional port. */
export function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return Boolean(
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username,
  )
}

const known = ['endpoint', 'region', 'path-style', 'encryption', 'kms-key']
const options = z.strictObject(
  {
    endpoint: z
      .string()
      .refine(isOrigin, { error: 'must have an endpoint such as https://s3.example.org, without a path' })
      .transform((url) => new URL(url).origin)
      .optional(),
    region: z
      .string()
      .regex(/^[\w-]+$/, { error: 'must have a region such as eu-west-1' })
      .default('us-east-1'),
    'path-style': z.enum(['true', 'false'], { error: 'must have path-style=true or false' }).default('false'),
    encryption: z.enum(['AES256', 'aws:kms'], { error: 'must have encryption=AES256 or aws:kms' }).optional(),
    'kms-key': z.string().min(1, { error: 'must not have an empty kms-key' }).optional(),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? `may have ${known.join(', ')} and nothing else` : undefined) },
)
