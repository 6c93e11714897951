export type CloudName = 'aws' | 'azure' | 'gcp'

/** One simulated account as data. Commands, console and canary only use this data, so the simulation accesses nothing beyond its arguments. */
export interface World {
  cloud: CloudName
  account_id: string
  region: string
  /** When the lab was built: its resources were created in the minutes before. */
  built_at: string
  /** Makes the ids, keys and tokens of this world unique. Anyone who knows it can forge tokens, so it never leaves the server. */
  seed: string
  /** The learner's public IP address, as shown in the logs. */
  source_ip: string
  /** Resources of the account, both those of the lab and those the learner created. */
  resources: Resource[]
  /** Credentials handed out by the lab. */
  credentials: HandedOut
  /** Cloud log so far, oldest first. */
  log: LogLine[]
  /** Resources removed from the account by any holder, newest first. The cloud lists them in its history. */
  past: { type: string; name: string }[]
  /** Permissions that the organisation above the account denies to everyone in it, in the cloud's terms. */
  denied: readonly string[]
}

/** A resource, with its Terraform type. Attributes are documented in docs/how-to/simulated-lab.md. */
export interface Resource {
  type: string
  name: string
  attributes: Record<string, string>
}

/** Result of evaluating the policies of an account. */
export interface Verdict {
  allowed: boolean
  reason: string
}

/** Credentials on the lab page, and their owner: the name of an `aws_iam_user` or `azuread_user`, or a project member. */
export interface HandedOut {
  identity: string
  access_key_id?: string
  secret_access_key?: string
  /** Password of the identity for Azure or the console. */
  password?: string
}

/** State of a learner's shell between two lines. */
export interface ShellState {
  /** Contents by absolute path. */
  files: Record<string, string>
  /** Folders created explicitly, with or without files. */
  folders?: string[]
  /** Variables exported to commands. */
  env: Record<string, string>
  /** Variables that are set but not exported. */
  variables: Record<string, string>
  /** Lines as typed, oldest first. */
  history: string[]
  cwd: string
  /** Exit code of the last line: `$?`. */
  exit: number
}

/** A change to the account's contents, to be stored as a row of the simulated cloud. */
export type Effect =
  | { kind: 'put'; type: string; name: string; attributes: Record<string, string> }
  | { kind: 'remove'; type: string; name: string }

/** An entry of the cloud's own log: CloudTrail, Azure's activity and resource logs, Google's audit log. */
export interface LogLine {
  id: string
  /** UTC, such as `2026-11-24T10:04:12Z`. */
  at: string
  /** Caller: an ARN, a user's address, an application, a service account. */
  identity: string
  /** As in `sts:AssumeRole`, `Microsoft.Compute/virtualMachines/runCommand/action`, `storage.objects.get`. */
  action: string
  resource: string
  source_ip: string
  user_agent: string
  /** The cloud's error code; null if the call succeeded. */
  error: string | null
  /** Data reads are only recorded if the account pays for it. */
  record: 'management' | 'data' | 'sign-in'
  /** Whether this account's logs record it, so that a defender could have seen it. */
  kept: boolean
  /** The entry in the cloud's own format. */
  event: Record<string, unknown>
}

/** Result of one line in a shell. */
export interface Answer {
  /** Text for the terminal, without control characters other than line feed and tab. */
  output: string
  exit: number
  /** Whether to clear the screen first. */
  clear: boolean
  state: ShellState
  /** The world afterwards, including the effects and log lines. */
  world: World
  effects: Effect[]
  log: LogLine[]
  /** Unsupported commands, subcommands and options, such as `aws ec2 run-instances`. */
  missing: string[]
}

/** External inputs of a line, so that the same line always has the same result. */
export interface Run {
  now: Date
  /** Different for every line, so that generated ids are unique. */
  nonce: string
  limits?: Partial<Limits>
}

export interface Limits {
  /** Maximum number of commands per line, counting each loop iteration. */
  steps: number
  /** Maximum number of characters that a line may print or pipe between commands, in total. */
  output: number
  /** Maximum number of characters that a line may read from files, write to them and exchange with the clouds. */
  work: number
  /** Maximum total size of all files and variables of a shell, in characters. */
  files: number
  /** Maximum number of files in a shell. */
  file_count: number
  /** Maximum length of a line, in characters. */
  line: number
  /** Maximum number of lines in the history. */
  history: number
}

export const defaultLimits: Limits = {
  steps: 500,
  output: 256_000,
  work: 5_000_000,
  files: 1_000_000,
  file_count: 200,
  line: 16_000,
  history: 500,
}
