import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { cache } from '../../scripts/paths.ts'
import { type Program, programArgs } from './programs.ts'

/** Compiling a program takes a third of the processor time of its start. */
const NODE_COMPILE_CACHE = join(cache, 'compiled')

/** Whether a program opens the embedded database. */
const isEmbedded = (name: Program, { DATABASE_URL, DATA_DIR }: Record<string, string>) =>
  name === 'write-rows' || (DATA_DIR !== undefined && !DATABASE_URL)

export interface Child {
  process: ChildProcess
  /** Standard output so far. */
  output(): string
  errors(): string
  /** Resolves at the first matching output. */
  prints(pattern: RegExp): Promise<void>
  /** Exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts a program with the current Node. */
export function startChild(
  name: Program,
  args: string[] = [],
  env: Record<string, string> = {},
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): Child {
  const child = spawn(process.execPath, [...programArgs(name, { embedded: isEmbedded(name, env) }), ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE, NODE_OPTIONS: '', ...env },
    stdio,
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')),
  )
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    ended,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(output)) return
          child.stdout?.off('data', look)
          resolve()
        }
        child.stdout?.on('data', look)
        ended.then((how) => reject(new Error(`${name} ended with ${how} before it printed ${pattern}: ${errors}`)))
        look()
      }),
  }
}

/** Runs a command of api-server/src with this standard input, and waits until it ends or its test ends. */
export async function runCommand(name: Program, args: string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [...programArgs(name, { embedded: isEmbedded(name, env) }), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...env },
  })
  // After a timeout, the command would continue during the next tests.
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdin.end(input)
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, errors }
}
