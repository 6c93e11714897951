import { absolute, namesIn } from '../files.ts'
import { Session } from '../session.ts'
import type { ShellState, World } from '../world.ts'
import { allNames, ownCommands } from './commands.ts'
import { runLine } from './run-line.ts'
export interface Completion {
  /** Start of the word to be replaced, within the line. */
  from: number
  words: string[]
}

const MOST = 100

/** Completions at the end of a line: commands, subcommands, options, files, and names of resources that its identity may list. */
export async function complete(world: World, state: ShellState, line: string, now: Date): Promise<Completion> {
  const last = line.slice(Math.max(...['|', ';', '&', '(', '\n'].map((sign) => line.lastIndexOf(sign))) + 1)
  const word = /[^\s=]*$/.exec(last)?.[0] ?? ''
  const from = line.length - word.length
  const words = last.trimStart().split(/\s+/)
  const offered = await candidates(world, state, last, words, word, now)
  const found = offered.filter((one) => one.startsWith(word) && one !== word)
  return { from, words: [...new Set(found)].sort().slice(0, MOST) }
}

async function candidates(
  world: World,
  state: ShellState,
  line: string,
  words: string[],
  word: string,
  now: Date,
): Promise<string[]> {
  const [name = '', ...rest] = words
  if (words.length <= 1) return allNames
  if (word.startsWith('$')) return Object.keys({ ...state.variables, ...state.env }).map((one) => `$${one}`)
  const option = /=\S*$/.test(line) ? /--([\w-]+)=\S*$/.exec(line)?.[1] : /--([\w-]+)\s+\S*$/.exec(line)?.[1]
  const asked = option === undefined ? undefined : LISTS[name]?.[option]
  if (asked) return listed(world, state, asked, line, now)
  const command = Object.hasOwn(ownCommands, name) ? ownCommands[name] : undefined
  const session = Session.open(world, state, { now, nonce: NONCE })
  const own = command?.complete?.(session, rest) ?? []
  return [...own, ...completeFile(state, word)]
}

const NONCE = 'completion'

/** Commands that list the values of an option. They run as the caller of the line, and leave no trace in the log. */
const LISTS: Record<string, Record<string, string>> = {
  aws: {
    'role-name': "aws iam list-roles --query 'Roles[].RoleName' --output text",
    'role-arn': "aws iam list-roles --query 'Roles[].Arn' --output text",
    'user-name': "aws iam list-users --query 'Users[].UserName' --output text",
    'policy-arn': "aws iam list-policies --query 'Policies[].Arn' --output text",
    'instance-id': "aws ec2 describe-instances --query 'Reservations[].Instances[].InstanceId' --output text",
    'instance-ids': "aws ec2 describe-instances --query 'Reservations[].Instances[].InstanceId' --output text",
    bucket: "aws s3api list-buckets --query 'Buckets[].Name' --output text",
    'function-name': "aws lambda list-functions --query 'Functions[].FunctionName' --output text",
    'table-name': "aws dynamodb list-tables --query 'TableNames' --output text",
    'secret-id': "aws secretsmanager list-secrets --query 'SecretList[].Name' --output text",
    name: "aws ssm describe-parameters --query 'Parameters[].Name' --output text",
    profile: 'aws configure list-profiles',
  },
  az: {
    'resource-group': "az group list --query '[].name' -o tsv",
    'vault-name': "az keyvault list --query '[].name' -o tsv",
    'account-name': "az storage account list --query '[].name' -o tsv",
    name: "az resource list --query '[].name' -o tsv",
  },
  gcloud: {
    'impersonate-service-account': "gcloud iam service-accounts list --format='value(email)'",
    'iam-account': "gcloud iam service-accounts list --format='value(email)'",
    'service-account': "gcloud iam service-accounts list --format='value(email)'",
    secret: "gcloud secrets list --format='value(name.basename())'",
  },
}

async function listed(world: World, state: ShellState, command: string, line: string, now: Date): Promise<string[]> {
  const profile = /--profile[= ]([\w.-]+)/.exec(line)?.[1]
  const answer = await runLine(
    world,
    state,
    `${command}${profile && !command.includes('configure') ? ` --profile ${profile}` : ''} 2>/dev/null`,
    { now, nonce: NONCE },
  )
  return answer.exit === 0 ? answer.output.split(/\s+/).filter((one) => one && one !== 'None') : []
}

/** File completions for a word. */
export function completeFile(state: ShellState, word: string): string[] {
  const [, prefix = '', typed = word] = /^(fileb?:\/\/|@)?(.*)$/s.exec(word) ?? []
  const folder = typed.replace(/[^/]*$/, '')
  const names = namesIn(state, absolute(state, folder || '.'))
  const hidden = typed.slice(folder.length).startsWith('.')
  return names.filter((name) => hidden || !name.startsWith('.')).map((name) => `${prefix}${folder}${name}`)
}
