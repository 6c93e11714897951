import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { type Program, programArgs } from './programs.ts'

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
  const child = spawn(process.execPath, [...programArgs(name), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
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
  const child = spawn(process.execPath, [...programArgs(name), ...args], { env: { PATH: process.env.PATH, ...env } })
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
