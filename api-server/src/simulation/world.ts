export type CloudName = 'aws' | 'azure' | 'gcp'

/**
 * One simulated account as data. Everything that commands, console and canary see of it is worked out from this and nothing else, so the
 * simulation reaches nothing beyond its arguments.
 */
export interface World {
  cloud: CloudName
  account_id: string
  region: string
  /** When the module had built the lab: its resources were created in the minutes before. */
  built_at: string
  /** Makes ids, keys and tokens of this world its own. Whoever knows it can forge its tokens, so it never leaves the server. */
  seed: string
  /** The public address from which the learner works, as the logs show it. */
  source_ip: string
  /** What stands in the account: the rows of the simulated cloud, whoever made them. */
  resources: Resource[]
  /** What the lab handed out. */
  credentials: HandedOut
  /** What the cloud has written down so far, oldest first. */
  log: LogLine[]
  /** Resources removed from the account by any holder, newest first. The cloud lists them in its histories. */
  past: { type: string; name: string }[]
  /** Rights that the organisation above the account denies to everybody in it, by the cloud's own names. */
  denied: readonly string[]
}

/** A resource by the name of its Terraform type. What each attribute means: docs/how-to/simulated-lab.md. */
export interface Resource {
  type: string
  name: string
  attributes: Record<string, string>
}

/** Credentials on the page of the lab, and whose they are: the name of an `aws_iam_user`, `azuread_user`, or the member of a project. */
export interface HandedOut {
  identity: string
  access_key_id?: string
  secret_access_key?: string
  /** The password with which the identity signs in to Azure or to the console. */
  password?: string
}

/** What a learner's shell keeps between two lines. */
export interface ShellState {
  /** Contents by absolute path. */
  files: Record<string, string>
  /** Folders that were made, whether or not files are in them. */
  folders?: string[]
  /** What `export` made visible to commands. */
  env: Record<string, string>
  /** Variables that were set and not exported. */
  variables: Record<string, string>
  /** Lines as they were typed, oldest first. */
  history: string[]
  cwd: string
  /** How the last line ended: `$?`. */
  exit: number
}

/** A change to what stands in the account, to be stored as a row of the simulated cloud. */
export type Effect =
  | { kind: 'put'; type: string; name: string; attributes: Record<string, string> }
  | { kind: 'remove'; type: string; name: string }

/** An entry of the cloud's own log: CloudTrail, Azure's activity and resource logs, Google's audit log. */
export interface LogLine {
  id: string
  /** In UTC, as `2026-11-24T10:04:12Z`. */
  at: string
  /** Who acted: an ARN, a user's address, an application, a service account. */
  identity: string
  /** As in `sts:AssumeRole`, `Microsoft.Compute/virtualMachines/runCommand/action`, `storage.objects.get`. */
  action: string
  resource: string
  source_ip: string
  user_agent: string
  /** The cloud's word for its refusal; null when the call went through. */
  error: string | null
  /** Reads of data are written down only where the account pays for it. */
  record: 'management' | 'data' | 'sign-in'
  /** Whether this account's logs keep it, so that a defender could have seen it. */
  kept: boolean
  /** The entry in the cloud's own shape. */
  event: Record<string, unknown>
}

/** What one line of a shell led to. */
export interface Answer {
  /** Text for the terminal: no control characters but line feed and tab. */
  output: string
  exit: number
  /** Whether the screen is to be emptied first. */
  clear: boolean
  state: ShellState
  /** The world afterwards: the effects and log lines are in it. */
  world: World
  effects: Effect[]
  log: LogLine[]
  /** Commands, subcommands and options that the simulation lacks, as `aws ec2 run-instances`. */
  missing: string[]
}

/** What a line may not know by itself, so that the same line always gives the same answer. */
export interface Run {
  now: Date
  /** Different for every line, so that made-up ids are. */
  nonce: string
  limits?: Partial<Limits>
}

export interface Limits {
  /** Commands that one line may run, each round of a loop counted. */
  steps: number
  /** Characters that one line may print or hand from one command to the next, in all. */
  output: number
  /** Characters that one line may read from files, write to them and exchange with the clouds. */
  work: number
  /** Characters that all files and variables of a shell may hold together. */
  files: number
  /** Files of a shell. */
  file_count: number
  /** Characters of a line. */
  line: number
  /** Lines of the history that are kept. */
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
