import { type Command, defineCommand, type ResolvedCommandContext } from 'just-bash'

/**
 * just-bash's `grep`, except for `-o`, with or without -E, -i and -h, on one input. There just-bash 3.4.2 fails if a match is empty at the end of a
 * line, such as for `[0-9]*`. Its `sed` finds the same matches.
 */
export const greps: Command[] = ['grep', 'egrep'].map((name) =>
  defineCommand(name, async (args, context) => {
    const options = args.filter((one) => one.startsWith('-'))
    const isPlain = options.every((one) => /^-[oEih]+$/.test(one)) && args.length - options.length <= 2
    if (isPlain && /o/.test(options.join(''))) return onlyMatches(name, args, context)
    const result = await context.origCommand?.(args)
    if (!result) throw new Error(`just-bash has no ${name}`)
    return result
  }),
)

const [BEGIN, END, BETWEEN] = ['\u0002', '\u0003', '\u0001']

async function onlyMatches(name: string, args: string[], { origCommand, exec, cwd }: ResolvedCommandContext) {
  const letters = args.filter((one) => one.startsWith('-')).join('')
  const lines = await origCommand?.(args.map((one) => (one.startsWith('-') ? one.replace('o', 'h') : one)))
  if (!lines?.stdout) return { stdout: '', stderr: lines?.stderr ?? '', exitCode: lines?.exitCode ?? 2 }
  const pattern = args.find((one) => !one.startsWith('-')) ?? ''
  const script = `s${BETWEEN}${pattern}${BETWEEN}${BEGIN}&${END}${BETWEEN}g${letters.includes('i') ? 'I' : ''}`
  const marked = await exec?.('sed', {
    cwd,
    args: [...(letters.includes('E') || name === 'egrep' ? ['-E'] : []), script],
    stdin: lines.stdout,
    stdinKind: lines.stdoutKind ?? 'text',
  })
  const found = (marked?.stdout ?? '').split(BEGIN).slice(1)
  const matches = found.map((one) => one.slice(0, one.indexOf(END))).filter(Boolean)
  return {
    stdout: matches.map((one) => `${one}\n`).join(''),
    stderr: lines.stderr + (marked?.stderr ?? ''),
    exitCode: lines.exitCode,
  }
}
