import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { type Program, programArgs } from './programs.ts'

/** Runs a command of api-server/src as a person would, with this on its standard input, and waits for its end, or for that of its test. */
export async function runCommand(name: Program, args: string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [...programArgs(name), ...args], { env: { PATH: process.env.PATH, ...env } })
  // One whose test is given up would go on beside the tests after it.
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
