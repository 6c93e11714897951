import { type CloudAccess, CloudError } from '../driver.ts'

/** Variables of the server's environment passed to cloud programs: network settings, none of our own. */
const PASSED_ON = [
  'PATH',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

export const passedOn = (from: Readonly<Record<string, string | undefined>> = process.env): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (from[name] ? [[name, from[name]] as const] : [])))

/** Complete environment of Terraform and its providers. The account's credentials are not stored anywhere else. */
export function programEnvironment(
  access: CloudAccess,
  {
    home,
    statePassword,
    flags,
    cliConfig,
  }: { home: string; statePassword: string; flags: Record<string, string>; cliConfig: string },
  from: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return {
    ...passedOn(from),
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: home,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_HTTP_PASSWORD: statePassword,
    // Only generated values: an outside value could be parsed as an expression if its variable is not a string.
    ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [`TF_VAR_${variableName(name)}`, value])),
    ...placeOf[access.cloud](access),
    ...access.credentials,
  }
}

const placeOf: Record<CloudAccess['cloud'], (access: CloudAccess) => Record<string, string>> = {
  aws: ({ region }) => ({
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    // Prevents the search for other credentials if these are rejected.
    AWS_EC2_METADATA_DISABLED: 'true',
  }),
  azure: ({ account_id }) => ({ ARM_SUBSCRIPTION_ID: account_id }),
  gcp: ({ account_id, region }) => ({ GOOGLE_PROJECT: account_id, GOOGLE_REGION: region }),
}

function variableName(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name
  throw new CloudError('failed', `${JSON.stringify(name)} cannot be a variable of a module.`)
}
