import { mkdir } from 'node:fs/promises'
import { type CloudAccess, CloudError, type ResourceName } from '../driver.ts'
import { redact, secretsOf } from '../redact-log.ts'
import { type Program, runProgram } from '../run-program.ts'
import { parseMessage } from './messages.ts'
import type { Module } from './modules.ts'
import { type Plan, parsePlan } from './plan.ts'
import { programEnvironment } from './program-environment.ts'
import { openStateEndpoint } from './state-endpoint.ts'
import type { Inputs, States } from './states.ts'
import { defaultWorkFolder, openWorkspace } from './workspace.ts'

export interface RunOptions {
  /** Terraform or OpenTofu. */
  program: string
  /** Provider cache shared between runs. */
  pluginCache: string
  /** Local folder of providers. If set, none are downloaded. */
  providerMirror: string | undefined
  /** Parent of the run folders. Default: in memory. */
  workFolder?: string
  stopWithinMs?: number
  /** Called for each started program, for tests. */
  onStart?(program: Pick<Program, 'args' | 'env' | 'cwd'>, pid: number): void
}

export interface Tools {
  plan(log: Log): Promise<Plan>
  /** Applies the plan. */
  apply(log: Log): Promise<void>
  /** Result of `output -json`. */
  outputs(): Promise<string>
  /** Destroys all resources in the state, or only the given addresses. */
  destroy(log: Log, targets?: string[]): Promise<{ removed: ResourceName[] }>
}

export type Log = (line: string) => void
export const noLog: Log = () => {}

interface Given {
  states: States
  environment: { id: string; token: string }
  access: CloudAccess
  module: Module
  inputs: Inputs
  signal: AbortSignal
  log: Log
}

const PLAN = 'flagyard.plan'
const VARIABLES = 'flagyard.tfvars.json'
const CLI_CONFIG = 'flagyard.tfrc'
/** Overrides any backend that the module's author configured. */
const BACKEND = 'zz_flagyard_override.tf.json'
/** File in which Terraform saves a state that its backend did not accept. */
const ERRORED_STATE = 'errored.tfstate'
/** Maximum line length in bytes: for logs, and for plans and outputs, which are a single line. */
const MAX_LINE_BYTES = { log: 64 * 1024, answer: 32 * 1024 * 1024 }
/** Milliseconds that Terraform has, after an interrupt, to finish what it started. The server itself stops within 30 seconds. */
const STOP_WITHIN_MS = 20_000

/** Serialises access to the provider cache: two programs filling it at the same time would corrupt it. */
let filling: Promise<unknown> = Promise.resolve()

/** Prepares a working folder and the state endpoint, runs the work, and removes both. */
export async function withTerraform<T>(
  options: RunOptions,
  given: Given,
  work: (tools: Tools) => Promise<T>,
): Promise<T> {
  const { states, environment, access, inputs, log } = given
  const secrets = secretsOf([...Object.values(access.credentials), ...Object.values(inputs.flags)])
  const say = (to: Log) => (line: string) => to(redact(line, secrets))
  const endpoint = await openStateEndpoint(states, environment.id, environment.token)
  try {
    const workspace = await openWorkspace(options.workFolder ?? defaultWorkFolder(), given.module, {
      [BACKEND]: { terraform: { backend: { http: {} } } },
      [VARIABLES]: inputs.variables,
      [CLI_CONFIG]: cliConfigOf(options),
    })
    try {
      const env = programEnvironment(access, {
        home: workspace.folder,
        statePassword: endpoint.password,
        flags: inputs.flags,
        cliConfig: `${workspace.folder}/${CLI_CONFIG}`,
      })

      async function run(args: string[], kind: keyof typeof MAX_LINE_BYTES, onLine: Log): Promise<void> {
        let error: string | null = null
        const { code, stopped, errors } = await runProgram({
          file: options.program,
          args,
          env,
          cwd: workspace.folder,
          signal: given.signal,
          stop: { signal: 'SIGINT', withinMs: options.stopWithinMs ?? STOP_WITHIN_MS },
          maxLineBytes: MAX_LINE_BYTES[kind],
          onStart: (pid) => options.onStart?.({ args, env, cwd: workspace.folder }, pid),
          onLine(line) {
            const message = parseMessage(line)
            error ??= message.error
            onLine(line)
          },
        })
        if (stopped) {
          given.signal.throwIfAborted()
          throw new CloudError('failed', 'Terraform produced too much output.')
        }
        if (code === 0) return
        throw new CloudError('failed', redact(describe({ error, errors, code, failure: endpoint.failure() }), secrets))
      }

      /** A run whose output is a log, and which may change resources. */
      async function change(args: string[], to: Log): Promise<ResourceName[]> {
        const removed: ResourceName[] = []
        try {
          await run(args, 'log', (line) => {
            const message = parseMessage(line)
            if (message.removed) removed.push(message.removed)
            if (message.text) say(to)(message.text)
          })
          return removed
        } catch (error) {
          await storeErroredState(await workspace.read(ERRORED_STATE), given)
          if (error instanceof CloudError) throw new CloudError(error.kind, error.message, removed)
          throw error
        }
      }

      async function capture(args: string[]): Promise<string> {
        let text = ''
        await run(args, 'answer', (line) => {
          text += `${line}\n`
        })
        return text
      }

      await initialize()
      return await work({
        async plan(to) {
          await change(['plan', '-json', '-input=false', `-var-file=${VARIABLES}`, `-out=${PLAN}`], to)
          return parsePlan(await capture(['show', '-json', PLAN]))
        },
        async apply(to) {
          await change(['apply', '-json', '-input=false', PLAN], to)
        },
        outputs: () => capture(['output', '-json']),
        async destroy(to, targets = []) {
          const only = targets.map((address) => `-target=${address}`)
          const args = ['destroy', '-json', '-auto-approve', '-input=false', `-var-file=${VARIABLES}`, ...only]
          return { removed: await change(args, to) }
        },
      })

      async function initialize() {
        const hasLockFile = given.module.files.some(({ path }) => path === '.terraform.lock.hcl')
        const args = [
          'init',
          '-input=false',
          '-no-color',
          `-backend-config=address=${endpoint.url}`,
          `-backend-config=lock_address=${endpoint.url}`,
          `-backend-config=unlock_address=${endpoint.url}`,
          `-backend-config=username=${endpoint.username}`,
          ...(hasLockFile ? ['-lockfile=readonly'] : []),
        ]
        const initialized = () => change(args, log)
        if (options.providerMirror) await initialized()
        else {
          await mkdir(options.pluginCache, { recursive: true })
          filling = filling.then(initialized, initialized)
          await filling
        }
        await assertOwnModules(await workspace.read('.terraform/modules/modules.json'))
      }
    } finally {
      await workspace.remove()
    }
  } finally {
    await endpoint.close()
  }
}

/** Provider settings come only from us: the home folder of the server's user has no effect. */
function cliConfigOf({ providerMirror, pluginCache }: RunOptions): string {
  if (!providerMirror) return `plugin_cache_dir = ${JSON.stringify(pluginCache)}\ndisable_checkpoint = true\n`
  return `disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(providerMirror)}\n  }\n}\n`
}

/** External modules are not covered by the checksum, and could change. */
async function assertOwnModules(list: string | undefined): Promise<void> {
  const { Modules = [] } = list ? (JSON.parse(list) as { Modules?: { Source: string }[] }) : {}
  const foreign = Modules.find(({ Source }) => Source !== '' && !Source.startsWith('./') && !Source.startsWith('../'))
  if (foreign)
    throw new CloudError(
      'failed',
      `The module takes ${foreign.Source} from another place. Keep all files of a module in its own folder.`,
    )
}

/** Retries storing a state that could not be stored. If it is lost, only convenience is lost: an account is cleaned without it. */
async function storeErroredState(text: string | undefined, { states, environment }: Given): Promise<void> {
  if (text) await states.write(environment.id, environment.token, text).catch(() => false)
}

function describe({
  error,
  errors,
  code,
  failure,
}: {
  error: string | null
  errors: string
  code: number | null
  failure: unknown
}): string {
  if (failure) return `The state could not be stored: ${failure instanceof Error ? failure.message : String(failure)}`
  const said = errors.replace(/[\p{Cc}│╷╵\s]+/gu, ' ').trim()
  return error ?? (said.slice(0, 600) || `Terraform ended with code ${code} without an error message.`)
}
