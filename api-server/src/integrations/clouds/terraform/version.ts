import { tmpdir } from 'node:os'
import { z } from 'zod'
import { isEarlier } from '../../../release.ts'
import { CloudError } from '../driver.ts'
import { runProgram } from '../run-program.ts'

const versionOutput = z.object({ terraform_version: z.string().max(60) })
/** Oldest version that our modules support. */
const OLDEST = '1.5'

/** Version of the program, such as 1.11.4. Throws if it is neither Terraform nor OpenTofu, or too old. */
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
  const output = code === 0 ? parse(text) : undefined
  if (output && isEarlier(output.terraform_version, OLDEST))
    throw new CloudError('failed', `The program ${program} is ${output.terraform_version}, older than ${OLDEST}.`)
  if (output) return output.terraform_version
  throw new CloudError('failed', `The program ${program} did not print its version. ${errors.trim()}`.trim())
}

function parse(text: string) {
  try {
    return versionOutput.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
