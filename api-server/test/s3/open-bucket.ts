import dns from 'node:dns'
import { vi } from 'vitest'
import { type Bucket, filesUrl } from '../../src/files-url.ts'
import type { FileStore } from '../../src/integrations/files.ts'
import { openFiles } from '../../src/integrations/open-files.ts'
import type { S3Server } from './server.ts'

interface Options {
  /** Where the bucket is named: in the path, or as `virtual` in the host. */
  style?: 'path' | 'virtual'
  prefix?: string
  /** More of FILES_URL, such as `&encryption=AES256`. */
  more?: string
  mediaUrl?: string
}

/** The store of the configuration over the tests' S3 server. */
export async function openBucket(server: S3Server, options: Options = {}): Promise<FileStore> {
  return openFiles({ dataDir: '', bucket: bucketOf(server, options), mediaUrl: options.mediaUrl })
}

/** The server's bucket as FILES_URL would name it, with the credentials in the environment until `unstubAllEnvs`. */
export function bucketOf(server: S3Server, { style = 'path', prefix = '', more = '' }: Options = {}): Bucket {
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.keyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secret)
  for (const name of ['AWS_SESSION_TOKEN', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
  const { port } = new URL(server.url)
  const place = style === 'path' ? `endpoint=${server.url}&path-style=true` : `endpoint=http://${VIRTUAL_HOST}:${port}`
  if (style === 'virtual') resolveHere()
  return filesUrl.parse(`s3://${server.bucketName}/${prefix}?region=${server.credentials.region}&${place}${more}`)
}

const VIRTUAL_HOST = 'store.test'

/** Names below the store's host lead to this machine, as a wildcard in DNS would. */
function resolveHere() {
  if (vi.isMockFunction(dns.lookup)) return
  const lookup = dns.lookup as (...of: unknown[]) => void
  const here = (name: unknown) => (String(name).endsWith(`.${VIRTUAL_HOST}`) ? '127.0.0.1' : name)
  vi.spyOn(dns, 'lookup').mockImplementation(((name: unknown, ...rest: unknown[]) =>
    lookup(here(name), ...rest)) as typeof dns.lookup)
}
