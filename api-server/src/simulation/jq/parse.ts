import { type Filter, JqError } from './syntax.ts'

const TOKEN =
  /\s+|#[^\n]*|"|(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|\.\.|\.(?=[A-Za-z_])[A-Za-z_]\w*|@[a-z0-9]+|\$?[A-Za-z_][\w]*|\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|==|!=|<=|>=|\/\/|[.[\]{}()|,:;=<>+\-*/%?$]/y

interface Token {
  text: string
  at: number
}

/** Operators from the loosest to the tightest; `|`, `,` and `as` stand above them. */
const LEVELS = [
  ['//'],
  ['=', '|=', '+=', '-=', '*=', '/=', '//='],
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]
const DEEPEST = 100

export function parseJq(text: string): Filter {
  const parser = new Parser(text)
  const filter = parser.pipe()
  parser.end()
  return filter
}

const identity: Filter = { kind: 'identity' }

class Parser {
  private readonly text: string
  private at = 0
  private token: Token | null = null
  private depth = 0

  constructor(text: string) {
    this.text = text
    this.next()
  }

  end() {
    if (this.token) throw this.wrong()
  }

  private wrong(): JqError {
    return new JqError(
      `syntax error near “${this.text.slice(this.token?.at ?? this.text.length, (this.token?.at ?? this.text.length) + 20) || 'the end'}”`,
      3,
    )
  }

  private next() {
    for (;;) {
      if (this.at >= this.text.length) {
        this.token = null
        return
      }
      TOKEN.lastIndex = this.at
      const found = TOKEN.exec(this.text)?.[0]
      if (found === undefined) {
        this.token = { text: '', at: this.at }
        throw this.wrong()
      }
      const at = this.at
      this.at += found.length
      if (/^\s|^#/.test(found)) continue
      this.token = { text: found, at }
      return
    }
  }

  private is(...texts: string[]) {
    return this.token !== null && texts.includes(this.token.text)
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false
    this.next()
    return true
  }

  private expect(text: string) {
    if (!this.take(text)) throw this.wrong()
  }

  pipe(): Filter {
    if (++this.depth > DEEPEST) throw new JqError('the filter is nested too deep', 3)
    try {
      const left = this.comma()
      if (this.take('as')) {
        const name = this.token?.text ?? ''
        if (!/^\$\w+$/.test(name)) throw this.wrong()
        this.next()
        this.expect('|')
        return { kind: 'bind', value: left, name, body: this.pipe() }
      }
      return this.take('|') ? { kind: 'pipe', left, right: this.pipe() } : left
    } finally {
      this.depth--
    }
  }

  private comma(): Filter {
    let left = this.binary(0)
    while (this.take(',')) left = { kind: 'comma', left, right: this.binary(0) }
    return left
  }

  private binary(level: number): Filter {
    const operators = LEVELS[level]
    if (!operators) return this.postfix()
    let left = this.binary(level + 1)
    while (this.is(...operators)) {
      const operator = this.token?.text ?? ''
      this.next()
      // `//` and assignments bind to the right.
      const right = level <= 1 ? this.binary(level) : this.binary(level + 1)
      left = { kind: 'binary', operator, left, right }
    }
    return left
  }

  private postfix(): Filter {
    let filter = this.primary()
    for (;;) {
      const text = this.token?.text ?? ''
      if (/^\.[A-Za-z_]/.test(text)) {
        this.next()
        filter = { kind: 'index', of: filter, by: { kind: 'literal', value: text.slice(1) } }
      } else if (text === '.' && this.text[this.at] === '"') {
        this.next()
        filter = { kind: 'index', of: filter, by: this.quoted(null) }
      } else if (text === '.' && this.text[this.at] === '[') this.next()
      else if (text === '[') filter = this.brackets(filter)
      else if (this.take('?')) filter = { kind: 'try', body: filter, otherwise: null }
      else return filter
    }
  }

  private brackets(of: Filter): Filter {
    this.expect('[')
    if (this.take(']')) return { kind: 'each', of }
    const from = this.is(':') ? null : this.pipe()
    if (this.take(':')) {
      const to = this.is(']') ? null : this.pipe()
      this.expect(']')
      return { kind: 'slice', of, from, to }
    }
    this.expect(']')
    return { kind: 'index', of, by: from ?? identity }
  }

  private primary(): Filter {
    const text = this.token?.text
    if (text === undefined) throw this.wrong()
    if (text === '"') return this.quoted(null)
    if (text === '.') {
      this.next()
      if (this.is('"')) return { kind: 'index', of: identity, by: this.quoted(null) }
      return this.is('[') ? this.brackets(identity) : identity
    }
    if (/^\.[A-Za-z_]/.test(text)) {
      this.next()
      return { kind: 'index', of: identity, by: { kind: 'literal', value: text.slice(1) } }
    }
    if (text.startsWith('@')) {
      this.next()
      return this.is('"') ? this.quoted(text) : { kind: 'format', name: text }
    }
    if (/^[\d.]*\d/.test(text)) {
      this.next()
      return { kind: 'literal', value: Number(text) }
    }
    if (/^\$\w/.test(text)) {
      this.next()
      return { kind: 'variable', name: text }
    }
    if (/^[A-Za-z_]/.test(text)) return this.word(text)
    this.next()
    if (text === '..') return { kind: 'recurse' }
    if (text === '-') return { kind: 'negative', of: this.postfix() }
    if (text === '(') {
      const inner = this.pipe()
      this.expect(')')
      return inner
    }
    if (text === '[') {
      const body = this.is(']') ? null : this.pipe()
      this.expect(']')
      return { kind: 'list', body }
    }
    if (text === '{') return this.object()
    throw this.wrong()
  }

  private word(text: string): Filter {
    this.next()
    const constants: Record<string, unknown> = { null: null, true: true, false: false }
    if (Object.hasOwn(constants, text)) return { kind: 'literal', value: constants[text] }
    if (text === 'if') return this.choice()
    if (text === 'reduce') return this.reduce()
    if (text === 'try') {
      const body = this.postfix()
      return { kind: 'try', body, otherwise: this.take('catch') ? this.postfix() : null }
    }
    if (['def', 'foreach', 'label', 'import', 'include'].includes(text))
      throw new JqError(`“${text}” is not in this simulation`, 3)
    const args: Filter[] = []
    if (this.take('(')) {
      do args.push(this.pipe())
      while (this.take(';'))
      this.expect(')')
    }
    return { kind: 'call', name: text, args }
  }

  private choice(): Filter {
    const branches: { test: Filter; body: Filter }[] = []
    do {
      const test = this.pipe()
      this.expect('then')
      branches.push({ test, body: this.pipe() })
    } while (this.take('elif'))
    const otherwise = this.take('else') ? this.pipe() : identity
    this.expect('end')
    return { kind: 'if', branches, otherwise }
  }

  private reduce(): Filter {
    const source = this.postfix()
    this.expect('as')
    const name = this.token?.text ?? ''
    this.next()
    this.expect('(')
    const start = this.pipe()
    this.expect(';')
    const update = this.pipe()
    this.expect(')')
    return { kind: 'reduce', source, name, start, update }
  }

  private object(): Filter {
    const entries: { key: Filter; value: Filter }[] = []
    while (!this.take('}')) {
      entries.push(this.entry())
      if (!this.is('}')) this.expect(',')
    }
    return { kind: 'object', entries }
  }

  private entry(): { key: Filter; value: Filter } {
    const text = this.token?.text ?? ''
    let key: Filter
    let short: Filter | null = null
    if (text === '(') {
      this.next()
      key = this.pipe()
      this.expect(')')
    } else if (text === '"' || text.startsWith('@')) {
      key = this.primary()
      short = { kind: 'index', of: identity, by: key }
    } else if (/^\$\w/.test(text)) {
      this.next()
      key = { kind: 'literal', value: text.slice(1) }
      short = { kind: 'variable', name: text }
    } else if (/^\w/.test(text)) {
      this.next()
      key = { kind: 'literal', value: text }
      short = { kind: 'index', of: identity, by: key }
    } else throw this.wrong()
    if (this.take(':')) return { key, value: this.objectValue() }
    if (!short) throw this.wrong()
    return { key, value: short }
  }

  private objectValue(): Filter {
    let left = this.binary(0)
    while (this.take('|')) left = { kind: 'pipe', left, right: this.binary(0) }
    return left
  }

  /** A text with `\( … )` in it; the opening sign is the current token. */
  private quoted(format: string | null): Filter {
    const parts: (string | Filter)[] = []
    let plain = ''
    for (;;) {
      const sign = this.text[this.at++]
      if (sign === undefined) throw new JqError('a text of the filter is not closed', 3)
      if (sign === '"') break
      if (sign !== '\\') {
        plain += sign
        continue
      }
      const escaped = this.text[this.at++] ?? ''
      if (escaped === '(') {
        if (plain) parts.push(plain)
        plain = ''
        this.next()
        parts.push(this.pipe())
        if (!this.is(')')) throw this.wrong()
        this.at = (this.token?.at ?? 0) + 1
      } else if (escaped === 'u') {
        plain += String.fromCharCode(Number.parseInt(this.text.slice(this.at, this.at + 4), 16) || 0)
        this.at += 4
      } else plain += { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[escaped] ?? escaped
    }
    if (plain) parts.push(plain)
    this.next()
    return { kind: 'text', format, parts }
  }
}
