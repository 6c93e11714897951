import type { Bucket } from '../files-url.ts'

/** Why a bucket cannot be used, in one sentence for the operator. */
export function explainS3Failure(error: unknown, { name, endpoint }: Pick<Bucket, 'name' | 'endpoint'>): string {
  const where = `the bucket ${name}${endpoint ? ` of ${endpoint}` : ''}`
  const code = codeOf(error)
  return sentences[code]?.(where) ?? `FILES_URL cannot be used: ${where} does not answer as it must (${code}).`
}

const noCredentials = (where: string) =>
  `There are no credentials for ${where}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.`
const refused = (where: string) =>
  `The credentials are refused by ${where}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role, and its rights.`
const elsewhere = (where: string) =>
  `FILES_URL names a wrong region: ${where} lies in another one. Add its region, such as region=eu-west-1.`
const unreachable = (where: string) =>
  `FILES_URL cannot be used: ${where} cannot be reached. Check that the store runs and that the address is right.`

const sentences: Record<string, (where: string) => string> = {
  CredentialsProviderError: noCredentials,
  InvalidAccessKeyId: refused,
  SignatureDoesNotMatch: refused,
  AccessDenied: refused,
  ExpiredToken: refused,
  NoSuchBucket: (where) =>
    `FILES_URL cannot be used: there is no such thing as ${where}. Create it, or correct FILES_URL.`,
  PermanentRedirect: elsewhere,
  AuthorizationHeaderMalformed: elsewhere,
  TimeoutError: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
}

/** Error code of the store or the network. With several addresses tried, it is in the first of their errors. */
function codeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, name = 'no answer' } = (first ?? {}) as { code?: string; name?: string }
  return code ?? name
}
