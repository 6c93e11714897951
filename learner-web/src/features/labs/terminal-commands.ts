import type { Deployment } from '@flagyard/api-types'

const variables = [
  ['Access key id', 'AWS_ACCESS_KEY_ID'],
  ['Secret access key', 'AWS_SECRET_ACCESS_KEY'],
  ['Session token', 'AWS_SESSION_TOKEN'],
] as const

/** Commands that let the provider's command line use the lab's keys; null for a lab that gives none. */
export function terminalCommands({ credentials, region }: Pick<Deployment, 'credentials' | 'region'>): string | null {
  const credential = (label: string) => credentials.find((one) => one.label === label)?.value
  if (!credential('Access key id') || !credential('Secret access key')) return null
  const lines = variables.flatMap(([label, variable]) => {
    const value = credential(label)
    return value ? [`export ${variable}=${quote(value)}`] : []
  })
  return [...lines, ...(region ? [`export AWS_DEFAULT_REGION=${quote(region)}`] : [])].join('\n')
}

const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`
