import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Runs a command of api-server/src as a person would, with this on its standard input, and waits for its end, or for that of its test. */
export async function runCommand(name: string, args: string[], env: Record<string, string>, input = '') {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } })
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
