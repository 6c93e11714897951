import { createHash } from 'node:crypto'
import { type Call, CommandError, type Commands, readFlags } from '../desk/command.ts'
import { readFile } from '../desk/files.ts'
import { inputOf } from '../desk/input.ts'
import { Pattern, quoted } from '../pattern.ts'
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
      if (ranges.length > MAX_RANGES) throw new CommandError(`give at most ${MAX_RANGES} ranges`, 2)
      const text = inputOf(call, rest)
      call.session.budget.spend(text.length * ranges.length)
      const isAsked = (n: number) =>
        ranges.some(
          (one) => n >= Number(one?.[1] || 1) && n <= (one?.[2] ? Number(one[3] || Infinity) : Number(one?.[1])),
        )
      const sign = value.f === undefined ? '' : (value.d ?? '\t')
      return print(
        call,
        linesOf(text).map((line) =>
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
      const known = new Set(from)
      const kept = has.has('c')
        ? [...stdin].map((sign) => (known.has(sign) ? sign : has.has('d') ? '' : (to.at(-1) ?? '')))
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
      const [inA, inB] = [new Set(a), new Set(b)]
      const gone = a.filter((line) => !inB.has(line)).map((line) => `< ${line}`)
      const come = b.filter((line) => !inA.has(line)).map((line) => `> ${line}`)
      print(call, [...gone, ...(gone.length > 0 && come.length > 0 ? ['---'] : []), ...come])
      return a.join('\n') === b.join('\n') ? 0 : 1
    },
  },
}

const print = ({ out }: Call, lines: string[]) => {
  if (lines.length > 0) out(`${lines.join('\n')}\n`)
  return 0
}

/** Ranges of one `cut`. */
const MAX_RANGES = 100
/** Lines of context of one `grep`. */
const MAX_CONTEXT = 1000

/** A pattern in the syntax of RE2. In basic patterns of grep, plain signs mean what needs no backslash in extended ones. */
function patternOf({ session }: Call, text: string, { extended = true, ignoreCase = false, fixed = false } = {}) {
  const swapped = extended
    ? text
    : text.replace(/\\?[+?|(){}]/g, (sign) => (sign.startsWith('\\') ? sign.slice(1) : `\\${sign}`))
  const pattern = Pattern.compile(session.budget, fixed ? quoted(text) : swapped, ignoreCase)
  if (!pattern) throw new CommandError(`the pattern “${text.slice(0, 80)}” is too long or cannot be read`, 2)
  return pattern
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
  const pattern = patternOf(call, word, {
    extended: extended || has.has('E') || has.has('P') || has.has('w'),
    ignoreCase: has.has('i'),
    fixed: has.has('F'),
  })
  const lines = linesOf(inputOf(call, names))
  const fits = lines.map((line) => pattern.isIn(line) !== has.has('v'))
  const count = fits.filter(Boolean).length
  if (has.has('c')) call.out(`${count}\n`)
  else if (!has.has('q')) {
    const [before, after] = [value.B, value.A].map((one) => {
      const lines = Number(one ?? value.C ?? 0)
      if (!(lines >= 0 && lines <= MAX_CONTEXT)) throw new CommandError(`context of 0 to ${MAX_CONTEXT} lines`, 2)
      return lines
    }) as [number, number]
    // Lines from the last match before each line, and to the next one after it.
    const since = distances(fits)
    const until = distances(fits.toReversed()).reverse()
    const shown = lines.flatMap((line, at) => {
      if (!((since[at] ?? 0) <= after || (until[at] ?? 0) <= before)) return []
      const parts = has.has('o') ? [...pattern.find(line)].filter(Boolean) : [line]
      return parts.map((part) => (has.has('n') ? `${at + 1}:${part}` : part))
    })
    print(call, shown)
  }
  return count > 0 ? 0 : 1
}

function distances(fits: boolean[]): number[] {
  let distance = Number.POSITIVE_INFINITY
  return fits.map((fit) => {
    distance = fit ? 0 : distance + 1
    return distance
  })
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
  if (swap) {
    const [, , from = '', to = '', flags = ''] = swap
    const pattern = patternOf(call, from, { extended, ignoreCase: flags.includes('i') })
    const put = replacementOf(to)
    const wrong = put.find((one) => typeof one === 'number' && one > pattern.groups)
    if (wrong !== undefined) throw new CommandError(`invalid reference \\${wrong} on the right side of s`, 2)
    return print(
      call,
      lines.map((line) => pattern.replace(line, put, flags.includes('g'))),
    )
  }
  const [, wanted, first = '', last = first, what] = pick ?? []
  const number = (text: string) => (text === '$' ? lines.length : Number(text))
  const pattern = wanted === undefined ? null : patternOf(call, wanted, { extended })
  const isPicked = (line: string, at: number) =>
    pattern ? pattern.isIn(line) : at + 1 >= number(first) && at + 1 <= number(last)
  return print(
    call,
    lines.flatMap((line, at) => {
      const picked = isPicked(line, at)
      if (what === 'd') return picked ? [] : [line]
      return [...(has.has('n') ? [] : [line]), ...(picked ? [line] : [])]
    }),
  )
}

/** The right side of `s`: text, and the numbers of groups where `&` or `\\1` stands. */
const replacementOf = (text: string): (string | number)[] =>
  [...text.matchAll(/\\([\s\S])|&|[^\\&]+|\\/g)].map(([all, escaped]) => {
    if (all === '&') return 0
    if (escaped === undefined) return all
    return /\d/.test(escaped) ? Number(escaped) : escaped === 'n' ? '\n' : escaped
  })

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
