import { boundedJson } from '../cli/bounded-json.ts'
import { type Call, CommandError, type ShellCommand } from '../desk/command.ts'
import { inputOf } from '../desk/input.ts'
import { parseJq } from './parse.ts'
import { Interpreter } from './run.ts'
import { JqError } from './syntax.ts'
import type { Json } from './values.ts'
/** `jq`, the part of it that pipes behind the clouds' programs use. */
export const jq: ShellCommand = {
  about: 'filters JSON',
  run(call) {
    try {
      return filtered(call)
    } catch (error) {
      if (!(error instanceof JqError)) throw error
      throw new CommandError(`error: ${error.message}`, error.exit)
    }
  },
}

const LONG: Record<string, string> = {
  '--raw-output': 'r',
  '--compact-output': 'c',
  '--slurp': 's',
  '--null-input': 'n',
  '--exit-status': 'e',
  '--join-output': 'j',
  '--raw-input': 'R',
  '--sort-keys': 'S',
  '--monochrome-output': 'M',
  '--color-output': 'C',
}

function filtered(call: Call): number {
  const flags = new Set<string>()
  const scope: Record<string, Json> = { $ENV: { ...call.session.state.env } }
  const rest: string[] = []
  for (let at = 0; at < call.args.length; at++) {
    const arg = call.args[at] ?? ''
    if (arg === '--arg' || arg === '--argjson') {
      const [name = '', value = ''] = [call.args[++at], call.args[++at]]
      scope[`$${name}`] = arg === '--arg' ? value : parsed(value)[0]
    } else if (Object.hasOwn(LONG, arg)) flags.add(LONG[arg] ?? '')
    else if (/^-[A-Za-z]+$/.test(arg) && rest.length === 0) {
      for (const letter of arg.slice(1)) {
        if (!'rcsnejRSMCa'.includes(letter))
          throw new CommandError(`the option -${letter} is not in this simulation`, 2)
        flags.add(letter)
      }
    } else rest.push(arg)
  }
  const [program = '.', ...files] = rest
  const text = flags.has('n') ? '' : inputOf(call, files)
  call.session.budget.spend(text.length + program.length)
  const filter = parseJq(program)
  const inputs = flags.has('n')
    ? [null]
    : flags.has('R')
      ? flags.has('s')
        ? [text]
        : text.replace(/\n$/, '').split('\n')
      : flags.has('s')
        ? [parsed(text)]
        : parsed(text)
  const interpreter = new Interpreter(call.session.budget)
  let last: Json = null
  for (const input of inputs)
    for (const result of interpreter.run(filter, input, scope)) {
      last = result
      const raw = (flags.has('r') || flags.has('j')) && typeof result === 'string'
      const shown = raw
        ? String(result)
        : boundedJson(
            flags.has('S') ? sorted(result) : result,
            flags.has('c') ? 0 : 2,
            call.session.budget.limits.output,
          )
      call.out(shown + (flags.has('j') ? '' : '\n'))
    }
  return flags.has('e') && (last === null || last === false) ? 1 : 0
}

/** Values that stand one after another, as jq reads them. */
function parsed(text: string): Json[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  try {
    return [JSON.parse(trimmed)]
  } catch {
    return trimmed.split('\n').map((line, at) => {
      try {
        return JSON.parse(line)
      } catch {
        throw new JqError(`parse error: this is no JSON (line ${at + 1}): ${line.slice(0, 60)}`, 2)
      }
    })
  }
}

const sorted = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value
