import { tmpdir } from 'node:os'
import { z } from 'zod'
import { CloudError } from '../driver.ts'
import { runProgram } from '../run-program.ts'

const versionOutput = z.object({ terraform_version: z.string().max(60) })

/** Version of the program, such as 1.11.4. Throws if it is neither Terraform nor OpenTofu. */
export async function readVersion(program: string, signal: AbortSignal): Promise<string> {
  let text = ''
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), CHECKPOINT_DISABLE: '1' }
  const { code, errors } = await runProgram({
    file: program,
    args: ['version', '-json'],
    env,
    cwd: tmpdir(),
    signal,
    stop: { signal: 'SIGTERM', withinMs: 2_000 },
    onLine(line) {
      text += line
    },
  })
  try {
    if (code === 0) return versionOutput.parse(JSON.parse(text)).terraform_version
  } catch {
    // Falls through to the error below.
  }
  throw new CloudError('failed', `The program ${program} did not print its version. ${errors.trim()}`.trim())
}
