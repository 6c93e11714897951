import { WordReader } from './read-word.ts'
import {
  type Chain,
  type Choice,
  type Command,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type Word,
} from './syntax.ts'
/** Reads a line, or several, as a POSIX shell would; what the simulation has no use for is refused by name. */
export function parse(text: string): Script {
  const parser = new Parser(text)
  const script = parser.script([])
  parser.expectEnd()
  return script
}

/** Whether the shell would ask for another line before it runs this one. */
export function isUnfinished(text: string): boolean {
  try {
    parse(text)
    return false
  } catch (error) {
    return error instanceof ShellSyntaxError && error.unfinished
  }
}

const RESERVED = new Set(['if', 'then', 'else', 'elif', 'fi', 'for', 'while', 'until', 'do', 'done', '{', '}', 'in'])
const LACKING = new Set(['case', 'select', 'function', 'coproc', '[[', 'esac'])
const DEEPEST = 20

class Parser extends WordReader {
  readonly parseInner = (inner: string, depth: number): Script => {
    const parser = new Parser(inner, depth)
    const script = parser.script([])
    parser.expectEnd()
    return script
  }

  constructor(text: string, depth = 0) {
    super(text, depth)
    if (depth > DEEPEST) throw new ShellSyntaxError(`Commands stand in one another more than ${DEEPEST} deep.`)
  }

  expectEnd() {
    this.skipBlanks(true)
    if (this.at < this.text.length) throw this.unexpected()
  }

  /** Chains until one of the words that end them. */
  script(ends: string[]): Script {
    const chains: Chain[] = []
    for (;;) {
      this.skipBlanks(true)
      if (this.at >= this.text.length || this.peek(')') || ends.includes(this.peekWord())) return { chains }
      chains.push(this.chain())
      this.skipBlanks(false)
      if (this.peek('&') && !this.peek('&&'))
        throw new ShellSyntaxError('Jobs in the background (&) are not in this simulation.')
      if (this.peek(';') && !this.peek(';;')) this.at++
      else if (this.peek('\n')) this.newline()
      else if (this.at < this.text.length && !this.peek(')')) throw this.unexpected()
    }
  }

  private chain(): Chain {
    const chain: Chain = { first: this.pipeline(), rest: [] }
    for (;;) {
      this.skipBlanks(false)
      const when = this.peek('&&') ? '&&' : this.peek('||') ? '||' : null
      if (!when) return chain
      this.at += 2
      this.skipBlanks(true)
      chain.rest.push({ when, pipeline: this.pipeline() })
    }
  }

  private pipeline(): Pipeline {
    this.skipBlanks(false)
    const negated = this.peekWord() === '!'
    if (negated) this.at++
    const commands = [this.command()]
    for (;;) {
      this.skipBlanks(false)
      if (!this.peek('|') || this.peek('||')) return { negated, commands }
      this.at++
      this.skipBlanks(true)
      commands.push(this.command())
    }
  }

  private command(): Command {
    this.skipBlanks(false)
    if (this.at >= this.text.length) throw new ShellSyntaxError('syntax error: unexpected end of the line', true)
    const word = this.peekWord()
    if (LACKING.has(word))
      throw new ShellSyntaxError(`“${word}” is not in this simulation. There are if, for, while and until.`)
    if (this.deeper > DEEPEST) throw new ShellSyntaxError(`Commands stand in one another more than ${DEEPEST} deep.`)
    this.deeper++
    try {
      if (word === 'for') return this.withRedirects(this.forLoop())
      if (word === 'while' || word === 'until') return this.withRedirects(this.whileLoop(word === 'until'))
      if (word === 'if') return this.withRedirects(this.choice())
      if (word === '{') return this.withRedirects(this.group('{', '}', false))
      if (this.peek('(')) return this.withRedirects(this.group('(', ')', true))
      if (RESERVED.has(word)) throw this.unexpected(word)
      return this.simple()
    } finally {
      this.deeper--
    }
  }
  private deeper = 0

  private group(open: string, close: string, isolated: boolean): Command {
    this.at += open.length
    const body = this.script(close === '}' ? ['}'] : [])
    this.expect(close)
    return { kind: 'group', body, isolated, redirects: [] }
  }

  private forLoop(): Command {
    this.at += 3
    this.skipBlanks(false)
    const name = this.peekWord()
    if (!/^[A-Za-z_]\w*$/.test(name)) throw this.unexpected(name)
    this.at += name.length
    this.skipBlanks(true)
    this.expect('in')
    const words: Word[] = []
    for (;;) {
      this.skipBlanks(false)
      if (this.at >= this.text.length || this.peek(';') || this.peek('\n')) break
      words.push(this.wordOrThrow())
    }
    return { kind: 'for', name, words, body: this.doBlock(), redirects: [] }
  }

  private whileLoop(until: boolean): Command {
    this.at += 5
    const test = this.script(['do'])
    return { kind: 'while', until, test, body: this.doBlock(), redirects: [] }
  }

  private doBlock(): Script {
    this.skipSeparators()
    this.expect('do')
    const body = this.script(['done'])
    this.expect('done')
    return body
  }

  private choice(): Command {
    const choice: Choice = { kind: 'if', branches: [], otherwise: null, redirects: [] }
    this.at += 2
    for (;;) {
      const test = this.script(['then'])
      this.expect('then')
      choice.branches.push({ test, body: this.script(['elif', 'else', 'fi']) })
      const next = this.peekWord()
      if (next === 'elif') this.at += 4
      else {
        if (next === 'else') {
          this.at += 4
          choice.otherwise = this.script(['fi'])
        }
        this.expect('fi')
        return choice
      }
    }
  }

  private skipSeparators() {
    this.skipBlanks(true)
    while (this.peek(';')) {
      this.at++
      this.skipBlanks(true)
    }
  }

  private expect(what: string) {
    this.skipBlanks(true)
    if (this.at >= this.text.length) throw new ShellSyntaxError(`syntax error: “${what}” is missing`, true)
    const found = what.length === 1 ? this.text[this.at] : this.peekWord()
    if (found !== what) throw this.unexpected(found)
    this.at += what.length
  }

  private withRedirects(command: Command): Command {
    for (;;) {
      this.skipBlanks(false)
      const redirect = this.redirect()
      if (!redirect) return command
      command.redirects.push(redirect)
    }
  }

  private simple(): Command {
    const assignments: { name: string; value: Word }[] = []
    const words: Word[] = []
    const redirects: Redirect[] = []
    for (;;) {
      this.skipBlanks(false)
      const redirect = this.redirect()
      if (redirect) {
        redirects.push(redirect)
        continue
      }
      const name =
        words.length === 0 ? /^([A-Za-z_]\w*)=/.exec(this.text.slice(this.at, this.at + 200))?.[1] : undefined
      if (name) {
        this.at += name.length + 1
        if (this.peek('(')) throw new ShellSyntaxError('Arrays are not in this simulation.')
        assignments.push({ name, value: this.word() ?? [] })
        continue
      }
      const word = this.word()
      if (!word) break
      words.push(word)
      if (words.length === 1 && this.peek('(')) throw new ShellSyntaxError('Functions are not in this simulation.')
    }
    if (words.length + assignments.length + redirects.length === 0) throw this.unexpected()
    return { kind: 'simple', assignments, words, redirects }
  }

  private wordOrThrow(): Word {
    const word = this.word()
    if (!word) throw this.unexpected()
    return word
  }

  private redirect(): Redirect | null {
    const found = /^(?:&>|([012])?(>>|>&|>|<<<|<<-|<<|<))/.exec(this.text.slice(this.at, this.at + 5))
    if (!found) return null
    const [sign, fd, operator = '&>'] = found
    this.at += sign.length
    const from = fd === '2' ? 2 : 1
    if (operator === '>&') {
      const to = this.text[this.at]
      if (to !== '1' && to !== '2') throw this.unexpected()
      this.at++
      return { from, kind: to === '1' ? 'same-as-1' : 'same-as-2', word: [] }
    }
    this.skipBlanks(false)
    if (operator === '<<' || operator === '<<-') return this.hereDocument(operator === '<<-')
    const kind = { '>': 'write', '>>': 'append', '<': 'read', '<<<': 'text', '&>': 'both' } as const
    const word = this.wordOrThrow()
    if (operator === '<<<') word.push({ kind: 'text', text: '\n', quoted: true })
    return { from, kind: kind[operator as keyof typeof kind], word }
  }

  /** The text stands behind the end of the line: a place for it is left in the word until then. */
  private hereDocument(stripsTabs: boolean): Redirect {
    const from = this.at
    const mark = this.wordOrThrow()
    const isPlain = !/['"\\]/.test(this.text.slice(from, this.at))
    const end = mark.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
    const word: Word = []
    this.waiting.push({ end, stripsTabs, isPlain, word })
    return { from: 1, kind: 'text', word }
  }
}
