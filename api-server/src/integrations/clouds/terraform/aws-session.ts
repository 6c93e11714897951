import { type CloudAccess, CloudError } from '../driver.ts'

/** Validity of a run's credentials, in seconds: longer than any call may take. */
const SESSION_SECONDS = 3_600

export interface AwsOptions {
  /** Role to assume in each account. If undefined, the account's own credentials are used. */
  role: string | undefined
  /** Test double of STS. Default: the endpoint of the account's region. */
  endpoint?: string
}

/** Temporary credentials for one deployment. The SDK is loaded on first use. */
export async function assumeRole(
  access: CloudAccess,
  { role, endpoint }: AwsOptions,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<CloudAccess> {
  if (access.cloud !== 'aws' || !role) return access
  const { AssumeRoleCommand } = await import('@aws-sdk/client-sts')
  const { Credentials } = await ask(access, endpoint, (client) =>
    client.send(
      new AssumeRoleCommand({
        RoleArn: `arn:${partitionOf(access.region)}:iam::${access.account_id}:role/${role}`,
        RoleSessionName: `flagyard-${name}`.slice(0, 64),
        DurationSeconds: SESSION_SECONDS,
      }),
      { abortSignal: signal },
    ),
  )
  if (!Credentials?.AccessKeyId || !Credentials.SecretAccessKey || !Credentials.SessionToken)
    throw new CloudError('failed', `AWS returned no credentials for the role ${role}.`)
  return {
    ...access,
    credentials: {
      AWS_ACCESS_KEY_ID: Credentials.AccessKeyId,
      AWS_SECRET_ACCESS_KEY: Credentials.SecretAccessKey,
      AWS_SESSION_TOKEN: Credentials.SessionToken,
    },
  }
}

/** Asks AWS which account the credentials belong to. Those of another account must never clean or build in it. */
export async function verifyAws(access: CloudAccess, { endpoint }: AwsOptions, signal: AbortSignal): Promise<void> {
  const { GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
  const { Account } = await ask(access, endpoint, (client) =>
    client.send(new GetCallerIdentityCommand({}), { abortSignal: signal }),
  )
  if (Account !== access.account_id)
    throw new CloudError(
      'refused',
      `These credentials are of the account ${Account ?? 'unknown'}, not of ${access.account_id}.`,
    )
}

async function ask<T>(
  { region, credentials }: CloudAccess,
  endpoint: string | undefined,
  call: (client: import('@aws-sdk/client-sts').STSClient) => Promise<T>,
): Promise<T> {
  const { STSClient } = await import('@aws-sdk/client-sts')
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN: sessionToken } = credentials
  const client = new STSClient({
    region,
    maxAttempts: 3,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(sessionToken && { sessionToken }),
    },
    ...(endpoint && { endpoint }),
  })
  try {
    return await call(client)
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
    if (name === 'AbortError') throw error
    const status = $metadata?.httpStatusCode ?? 500
    throw new CloudError(status === 401 || status === 403 ? 'refused' : 'failed', `${name}: ${message}`)
  } finally {
    client.destroy()
  }
}

const partitionOf = (region: string) =>
  region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
