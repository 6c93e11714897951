import { createHmac } from 'node:crypto'
import { Budget, LimitReached } from './budget.ts'
import {
  defaultLimits,
  type Effect,
  type LogLine,
  type Resource,
  type Run,
  type ShellState,
  type World,
} from './world.ts'

/** Where commands run: at the learner's terminal, or inside a resource of the account. */
export type Host =
  | { kind: 'terminal' }
  /** A machine, function or build: its metadata service answers for `identity`. */
  | { kind: 'inside'; resource: Resource; address: string; agent: string }

/** Runs a script on a host of the account; provided by the shell. */
export type ScriptRunner = (
  session: Session,
  script: string,
) => Promise<{ output: string; errors: string; exit: number }>

interface Shared {
  world: World
  readonly run: Run
  readonly budget: Budget
  readonly effects: Effect[]
  readonly log: LogLine[]
  readonly missing: Set<string>
  readonly runScript: ScriptRunner
  readonly stopping: AbortController
  made: number
  cleared: boolean
}

/** Execution of one line: the world as the line changes it, the shell state, and the results. */
export class Session {
  private readonly shared: Shared
  readonly state: ShellState
  readonly host: Host

  private constructor(shared: Shared, state: ShellState, host: Host) {
    this.shared = shared
    this.state = state
    this.host = host
  }

  static open(world: World, state: ShellState, run: Run, runScript: ScriptRunner = noScripts): Session {
    const shared: Shared = {
      world: { ...world, resources: [...world.resources], log: [...world.log] },
      run,
      budget: new Budget({ ...defaultLimits, ...run.limits }),
      effects: [],
      log: [],
      missing: new Set(),
      runScript,
      stopping: new AbortController(),
      made: 0,
      cleared: false,
    }
    return new Session(shared, copyOf(state), { kind: 'terminal' })
  }

  /** The same world on another host, with its own files. */
  on(host: Host, state: ShellState): Session {
    return new Session(this.shared, state, host)
  }

  /** The same host and files with the environment of one command. */
  seenBy({ env, cwd }: Pick<ShellState, 'env' | 'cwd'>): Session {
    return new Session(this.shared, { ...this.state, env, cwd }, this.host)
  }

  get world(): World {
    return this.shared.world
  }
  get now(): Date {
    return this.shared.run.now
  }
  get budget(): Budget {
    return this.shared.budget
  }
  get effects(): Effect[] {
    return this.shared.effects
  }
  get log(): LogLine[] {
    return this.shared.log
  }
  get missing(): Set<string> {
    return this.shared.missing
  }
  get isCleared(): boolean {
    return this.shared.cleared
  }
  clearScreen() {
    this.shared.cleared = true
  }
  /** Ends the line when its current command returns, with the reason of the first call. */
  stop(reason: Error) {
    this.shared.stopping.abort(reason)
  }
  get stopped(): AbortSignal {
    return this.shared.stopping.signal
  }
  /** Source IP address of this host. */
  get address(): string {
    return this.host.kind === 'inside' ? this.host.address : this.world.source_ip
  }

  runScript(host: Host, state: ShellState, script: string) {
    this.budget.step()
    return this.shared.runScript(this.on(host, state), script)
  }

  /** Hexadecimal digits, different for every call in this and any other line. */
  madeUp(length: number): string {
    const { world, run } = this.shared
    this.shared.made++
    return createHmac('sha512', world.seed).update(`${run.nonce} ${this.shared.made}`).digest('hex').slice(0, length)
  }

  put(type: string, name: string, attributes: Record<string, string>) {
    const { world } = this.shared
    const resource = { type, name, attributes }
    const length = sizeOf([...world.resources.filter((one) => one.type !== type || one.name !== name), resource])
    if (length > MAX_ATTRIBUTES)
      throw new LimitReached('This simulated account holds too much. Remove some of what you made first.')
    const at = world.resources.findIndex((one) => one.type === type && one.name === name)
    if (at === -1) {
      if (world.resources.length >= MOST_RESOURCES)
        throw new LimitReached(`A simulated account holds ${MOST_RESOURCES} resources. Remove some of yours first.`)
      world.resources.push(resource)
    } else world.resources[at] = resource
    this.effects.push({ kind: 'put', ...resource })
  }

  remove(type: string, name: string) {
    const { world } = this.shared
    world.resources = world.resources.filter((one) => one.type !== type || one.name !== name)
    this.effects.push({ kind: 'remove', type, name })
  }

  /** Writes an entry to the cloud's log. As in the real clouds, overlong values are omitted. */
  record(whole: LogLine) {
    const event = Object.fromEntries(
      Object.entries(whole.event).map(([name, value]) => [name, isLong(value) ? 'omitted: too long' : value]),
    )
    const short = (text: string) => text.slice(0, MAX_LOGGED)
    const line = { ...whole, event, resource: short(whole.resource), user_agent: short(whole.user_agent) }
    this.world.log.push(line)
    this.log.push(line)
  }

  writeFile(path: string, content: string) {
    const { files } = this.state
    const { limits } = this.budget
    if (!(path in files)) this.assertRoom()
    const held = Object.entries(files).reduce((sum, [at, text]) => sum + at.length + (at === path ? 0 : text.length), 0)
    if (held + path.length + content.length > limits.files)
      throw new LimitReached(
        `The files of this shell may hold ${limits.files.toLocaleString('en-US')} characters together. Remove some with rm.`,
      )
    files[path] = content
  }

  makeFolder(path: string) {
    this.assertRoom()
    this.state.folders = [...(this.state.folders ?? []), path]
  }

  private assertRoom() {
    const { files, folders = [] } = this.state
    const { file_count } = this.budget.limits
    if (Object.keys(files).length + folders.length >= file_count)
      throw new LimitReached(`This shell keeps ${file_count} files. Remove some with rm.`)
  }
}

/** For queries that run nothing on a host. */
const noScripts: ScriptRunner = async () => ({ output: '', errors: '', exit: 0 })

/** Maximum length of one value in a simulated cloud's log, in characters. */
const MAX_LOGGED = 10_000
const isLong = (value: unknown) => (JSON.stringify(value) ?? '').length > MAX_LOGGED

const MOST_RESOURCES = 500
/** Maximum total size of all attributes in a simulated account, in characters. */
const MAX_ATTRIBUTES = 2_000_000

const sizeOf = (resources: Resource[]) =>
  resources.reduce(
    (sum, { attributes }) => Object.values(attributes).reduce((length, one) => length + one.length, sum),
    0,
  )

const copyOf = (state: ShellState): ShellState => ({
  ...state,
  files: { ...state.files },
  folders: [...(state.folders ?? [])],
  env: { ...state.env },
  variables: { ...state.variables },
  history: [...state.history],
})
