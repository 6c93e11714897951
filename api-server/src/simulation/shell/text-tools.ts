import { createHash } from 'node:crypto'
import { RE2JS } from 're2js'
import { type Call, CommandError, type Commands, readFlags } from '../desk/command.ts'
import { readFile } from '../desk/files.ts'
import { inputOf } from '../desk/input.ts'
import { linesOf } from './builtins.ts'

/** Filters for pipes. Patterns run in time that grows with the text alone (RE2), so that none of them keeps the server busy. */
export const textTools: Commands = {
  grep: { about: 'prints the lines that fit a pattern', run: (call) => grep(call, false) },
  egrep: { about: 'grep -E', run: (call) => grep(call, true) },
  sed: { about: 's/…/…/, /…/d and -n /…/p', run: sed },
  head: { about: 'prints the first lines', run: (call) => cutLines(call, (lines, count) => lines.slice(0, count)) },
  tail: {
    about: 'prints the last lines',
    run: (call) => cutLines(call, (lines, count) => (count > 0 ? lines.slice(-count) : [])),
  },
  wc: {
    about: 'counts lines, words and letters',
    run(call) {
      const { has, rest } = readFlags(call.args, 'lwcm')
      const text = inputOf(call, rest)
      const counts = [
        ['l', text.split('\n').length - 1],
        ['w', text.split(/\s+/).filter(Boolean).length],
        ['c', Buffer.byteLength(text)],
        ['m', text.length],
      ] as const
      const asked = counts.filter(([letter]) => (has.size > 0 ? has.has(letter) : letter !== 'm'))
      call.out(`${[...asked.map(([, count]) => String(count)), ...rest].join(' ')}\n`)
      return 0
    },
  },
  sort: {
    about: 'sorts lines',
    run(call) {
      const { has, rest } = readFlags(call.args, 'rnuf', 'kt')
      const lines = linesOf(inputOf(call, rest))
      call.session.budget.spend(lines.length * 20)
      lines.sort(
        (a, b) => (has.has('n') ? Number.parseFloat(a) - Number.parseFloat(b) : 0) || (a < b ? -1 : a > b ? 1 : 0),
      )
      if (has.has('r')) lines.reverse()
      return print(call, has.has('u') ? [...new Set(lines)] : lines)
    },
  },
  uniq: {
    about: 'drops lines that follow their equal',
    run(call) {
      const { has, rest } = readFlags(call.args, 'cdu')
      const groups: { line: string; count: number }[] = []
      for (const line of linesOf(inputOf(call, rest))) {
        const last = groups.at(-1)
        if (last?.line === line) last.count++
        else groups.push({ line, count: 1 })
      }
      const kept = groups.filter(({ count }) => (has.has('d') ? count > 1 : has.has('u') ? count === 1 : true))
      return print(
        call,
        kept.map(({ line, count }) => (has.has('c') ? `${String(count).padStart(7)} ${line}` : line)),
      )
    },
  },
  cut: {
    about: 'prints fields (-d, -f) or letters (-c) of lines',
    run(call) {
      const { value, rest } = readFlags(call.args, 's', 'dfc')
      const ranges = (value.f ?? value.c ?? '').split(',').map((one) => /^(\d*)(-?)(\d*)$/.exec(one))
      if (ranges.some((one) => !one) || (value.f ?? value.c) === undefined)
        throw new CommandError('give -f or -c with numbers', 2)
      const isAsked = (n: number) =>
        ranges.some(
          (one) => n >= Number(one?.[1] || 1) && n <= (one?.[2] ? Number(one[3] || Infinity) : Number(one?.[1])),
        )
      const sign = value.f === undefined ? '' : (value.d ?? '\t')
      return print(
        call,
        linesOf(inputOf(call, rest)).map((line) =>
          sign && !line.includes(sign)
            ? line
            : line
                .split(sign)
                .filter((_, at) => isAsked(at + 1))
                .join(sign),
        ),
      )
    },
  },
  tr: {
    about: 'replaces (or -d drops) letters',
    run({ args, stdin, out }) {
      const { has, rest } = readFlags(args, 'dsc')
      const from = lettersOf(rest[0] ?? '')
      const to = lettersOf(rest[1] ?? '')
      const swap = new Map(from.map((sign, at) => [sign, has.has('d') ? '' : (to[at] ?? to.at(-1) ?? '')]))
      const kept = has.has('c')
        ? [...stdin].map((sign) => (from.includes(sign) ? sign : has.has('d') ? '' : (to.at(-1) ?? '')))
        : [...stdin].map((sign) => swap.get(sign) ?? sign)
      out(kept.join(''))
      return 0
    },
  },
  tac: {
    about: 'prints lines from the last to the first',
    run: (call) => print(call, linesOf(inputOf(call, call.args)).reverse()),
  },
  rev: {
    about: 'turns lines round',
    run: (call) =>
      print(
        call,
        linesOf(inputOf(call, call.args)).map((line) => [...line].reverse().join('')),
      ),
  },
  seq: {
    about: 'counts',
    run(call) {
      const [first = 1, last = first] = call.args.map(Number)
      const [from, to] = call.args.length > 1 ? [first, last] : [1, first]
      if (![from, to].every(Number.isSafeInteger)) throw new CommandError('give whole numbers')
      call.session.budget.assertFits((to - from) * 2)
      return print(
        call,
        Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at)),
      )
    },
  },
  basename: {
    about: 'the last part of a path',
    run: ({ args: [path = '', end = ''], out }) =>
      void out(
        `${(path.split('/').filter(Boolean).at(-1) ?? '/').replace(new RegExp(`${end.replace(/\W/g, '\\$&')}$`), '')}\n`,
      ),
  },
  dirname: {
    about: 'a path without its last part',
    run: ({ args: [path = ''], out }) =>
      void out(`${path.replace(/\/?[^/]*$/, '') || (path.startsWith('/') ? '/' : '.')}\n`),
  },
  base64: {
    about: 'turns text into Base64, or with -d back',
    run(call) {
      const { has, value, rest } = readFlags(
        call.args.map((one) => (one === '--decode' ? '-d' : one)),
        'dDi',
        'w',
      )
      const text = inputOf(call, rest)
      if (has.has('d') || has.has('D')) {
        if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)) throw new CommandError('invalid input')
        call.out(Buffer.from(text, 'base64').toString('utf8'))
      } else {
        const width = Number(value.w ?? 76)
        const whole = Buffer.from(text, 'utf8').toString('base64')
        call.out(
          width > 0 ? `${(whole.match(new RegExp(`.{1,${Math.min(width, 1000)}}`, 'g')) ?? []).join('\n')}\n` : whole,
        )
      }
      return 0
    },
  },
  sha256sum: {
    about: 'the SHA-256 hash',
    run: (call) =>
      void call.out(`${createHash('sha256').update(inputOf(call, call.args)).digest('hex')}  ${call.args[0] ?? '-'}\n`),
  },
  md5sum: {
    about: 'the MD5 hash',
    run: (call) =>
      void call.out(`${createHash('md5').update(inputOf(call, call.args)).digest('hex')}  ${call.args[0] ?? '-'}\n`),
  },
  diff: {
    about: 'compares two files line by line',
    run(call) {
      const { rest } = readFlags(call.args, 'uqw')
      const [a = [], b = []] = rest.map((name) => linesOf(readFile(call.session, name)))
      const gone = a.filter((line) => !b.includes(line)).map((line) => `< ${line}`)
      const come = b.filter((line) => !a.includes(line)).map((line) => `> ${line}`)
      call.session.budget.spend(a.length * b.length)
      print(call, [...gone, ...(gone.length > 0 && come.length > 0 ? ['---'] : []), ...come])
      return a.join('\n') === b.join('\n') ? 0 : 1
    },
  },
}

const print = ({ out }: Call, lines: string[]) => {
  if (lines.length > 0) out(`${lines.join('\n')}\n`)
  return 0
}

/** A pattern in RE2's words. Patterns of old grep mean plain signs where the new mean operators. */
export function patternOf(text: string, { extended = true, ignoreCase = false, fixed = false } = {}): RE2JS {
  if (text.length > 1000) throw new CommandError('the pattern is too long', 2)
  const swapped = extended
    ? text
    : text.replace(/\\?[+?|(){}]/g, (sign) => (sign.startsWith('\\') ? sign.slice(1) : `\\${sign}`))
  try {
    return RE2JS.compile(fixed ? RE2JS.quote(text) : swapped, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    throw new CommandError(`the pattern “${text.slice(0, 80)}” cannot be read`, 2)
  }
}

function grep(call: Call, extended: boolean): number {
  const long: Record<string, string> = {
    '--ignore-case': '-i',
    '--invert-match': '-v',
    '--count': '-c',
    '--only-matching': '-o',
    '--color=auto': '-h',
    '--extended-regexp': '-E',
  }
  const { has, value, rest } = readFlags(
    call.args.map((one) => long[one] ?? one),
    'ivcnoEFwqhPsx',
    'eABC',
  )
  const [text = '', ...names] = value.e === undefined ? rest : [value.e, ...rest]
  const word = has.has('w') ? `\\b(?:${text})\\b` : has.has('x') ? `^(?:${text})$` : text
  const pattern = patternOf(word, {
    extended: extended || has.has('E') || has.has('P') || has.has('w'),
    ignoreCase: has.has('i'),
    fixed: has.has('F'),
  })
  const lines = linesOf(inputOf(call, names))
  call.session.budget.spend(lines.reduce((sum, line) => sum + line.length, 0) * 2)
  const fits = lines.map((line) => pattern.matcher(line).find() !== has.has('v'))
  const count = fits.filter(Boolean).length
  if (has.has('c')) call.out(`${count}\n`)
  else if (!has.has('q')) {
    const before = Number(value.B ?? value.C ?? 0)
    const after = Number(value.A ?? value.C ?? 0)
    const isNear = (at: number) => fits.slice(Math.max(0, at - after), at + before + 1).some(Boolean)
    const shown = lines.flatMap((line, at) => {
      if (!isNear(at)) return []
      const parts = has.has('o') ? findAll(pattern, line) : [line]
      return parts.map((part) => (has.has('n') ? `${at + 1}:${part}` : part))
    })
    print(call, shown)
  }
  return count > 0 ? 0 : 1
}

function findAll(pattern: RE2JS, line: string): string[] {
  const found: string[] = []
  const matcher = pattern.matcher(line)
  while (matcher.find()) if (matcher.group()) found.push(matcher.group() ?? '')
  return found
}

function sed(call: Call): number {
  const { has, value, rest } = readFlags(call.args, 'nEri', 'e')
  const [script = '', ...names] = value.e === undefined ? rest : [value.e, ...rest]
  const extended = has.has('E') || has.has('r')
  const swap = /^s([/|#,@])((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1([gip]*)$/s.exec(script)
  const pick = /^(?:\/((?:\\.|[^/])*)\/|(\d+|\$)(?:,(\d+|\$))?)([dp])$/.exec(script)
  if (has.has('i') || (!swap && !pick))
    throw new CommandError('only s/…/…/g, /…/d, /…/p and line numbers are in this simulation', 2)
  const lines = linesOf(inputOf(call, names))
  call.session.budget.spend(lines.reduce((sum, line) => sum + line.length, 0) * 2)
  if (swap) {
    const [, , from = '', to = '', flags = ''] = swap
    const pattern = patternOf(from, { extended, ignoreCase: flags.includes('i') })
    const put = to
      .replace(/\$/g, '$$$$')
      .replace(/\\([0-9])/g, '$$$1')
      .replace(/(^|[^\\])&/g, '$1$$0')
      .replace(/\\n/g, '\n')
      .replace(/\\([^0-9])/g, '$1')
    return print(
      call,
      lines.map((line) => {
        const matcher = pattern.matcher(line)
        const changed = flags.includes('g') ? matcher.replaceAll(put) : matcher.replaceFirst(put)
        call.session.budget.spend(changed.length)
        return changed
      }),
    )
  }
  const [, wanted, first = '', last = first, what] = pick ?? []
  const number = (text: string) => (text === '$' ? lines.length : Number(text))
  const pattern = wanted === undefined ? null : patternOf(wanted, { extended })
  const isPicked = (line: string, at: number) =>
    pattern ? pattern.matcher(line).find() : at + 1 >= number(first) && at + 1 <= number(last)
  return print(
    call,
    lines.flatMap((line, at) => {
      const picked = isPicked(line, at)
      if (what === 'd') return picked ? [] : [line]
      return [...(has.has('n') ? [] : [line]), ...(picked ? [line] : [])]
    }),
  )
}

function cutLines(call: Call, pick: (lines: string[], count: number) => string[]): number {
  const args = call.args.map((one) => one.replace(/^-(\d+)$/, '-n$1'))
  const { value, rest } = readFlags(args, 'q', 'nc')
  const text = inputOf(call, rest)
  if (value.c !== undefined) {
    call.out(pick([...text], Number(value.c)).join(''))
    return 0
  }
  return print(call, pick(linesOf(text), Math.abs(Number(value.n ?? 10)) || 0))
}

const lettersOf = (text: string): string[] => {
  const classes: Record<string, string> = {
    '[:upper:]': 'A-Z',
    '[:lower:]': 'a-z',
    '[:digit:]': '0-9',
    '[:space:]': ' \\t\\n',
  }
  const plain = text.replace(/\[:\w+:\]/g, (one) => classes[one] ?? one)
  const signs = plain.replace(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign)
  return [
    ...signs.replace(/(.)-(.)/gs, (_, from: string, to: string) => {
      const [a, b] = [from.charCodeAt(0), to.charCodeAt(0)]
      return b < a || b - a > 200
        ? `${from}-${to}`
        : String.fromCharCode(...Array.from({ length: b - a + 1 }, (_, at) => a + at))
    }),
  ]
}
