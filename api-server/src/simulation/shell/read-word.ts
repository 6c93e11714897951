import { type Change, type Piece, type Script, ShellSyntaxError, type Word } from './syntax.ts'

interface HereDocument {
  end: string
  stripsTabs: boolean
  /** Variables in it are replaced. */
  isPlain: boolean
  word: Word
}

/** Reads words letter by letter: quotes, escapes, variables and commands inside them. */
export abstract class WordReader {
  protected at = 0
  protected text: string
  protected readonly depth: number
  /** Here-documents whose text begins with the next line. */
  protected waiting: HereDocument[] = []
  abstract readonly parseInner: (inner: string, depth: number) => Script

  constructor(text: string, depth: number) {
    this.text = text
    this.depth = depth
  }

  protected peek(sign: string) {
    return this.text.startsWith(sign, this.at)
  }

  /** The plain word that stands here, without reading it. */
  protected peekWord(): string {
    return /^[^\s;&|<>()'"$`\\]+/.exec(this.text.slice(this.at, this.at + 64))?.[0] ?? ''
  }

  protected unexpected(found = this.text.slice(this.at, this.at + 1)): ShellSyntaxError {
    const named = found === '\n' || found === '' ? 'newline' : found
    return new ShellSyntaxError(`syntax error near unexpected token \`${named}'`, this.at >= this.text.length)
  }

  /** Skips blanks, continued lines and comments; over ends of lines only where `lines` is set. */
  protected skipBlanks(lines: boolean) {
    for (;;) {
      if (this.peek('\\\n')) this.at += 2
      else if (this.peek(' ') || this.peek('\t') || this.peek('\r')) this.at++
      else if (lines && this.peek('\n')) this.newline()
      else if (this.peek('#')) while (this.at < this.text.length && !this.peek('\n')) this.at++
      else return
    }
  }

  /** Steps over the end of a line, and over the here-documents that begin there. */
  protected newline() {
    this.at++
    for (const document of this.waiting.splice(0)) this.readHereDocument(document)
  }

  private readHereDocument({ end, stripsTabs, isPlain, word }: HereDocument) {
    const lines: string[] = []
    for (;;) {
      if (this.at >= this.text.length)
        throw new ShellSyntaxError(`The text up to the line “${end}” is not finished.`, true)
      const to = this.text.indexOf('\n', this.at)
      const raw = this.text.slice(this.at, to === -1 ? undefined : to)
      this.at = to === -1 ? this.text.length : to + 1
      const line = stripsTabs ? raw.replace(/^\t+/, '') : raw
      if (line === end) break
      lines.push(`${line}\n`)
    }
    const content = lines.join('')
    if (isPlain) word.push(...this.quotedPieces(content))
    else word.push({ kind: 'text', text: content, quoted: true })
  }

  /** The word that begins here; null where none does. */
  protected word(stop = /[\s;&|<>()]/): Word | null {
    const word: Word = []
    while (this.at < this.text.length) {
      const sign = this.text[this.at] ?? ''
      if (this.peek('\\\n')) this.at += 2
      else if (stop.test(sign)) break
      else if (sign === '\\') {
        this.at++
        if (this.at >= this.text.length) throw new ShellSyntaxError('The line ends with a backslash.', true)
        addText(word, this.text[this.at++] ?? '', true)
      } else if (sign === "'") this.singleQuoted(word)
      else if (this.peek("$'")) this.ansiQuoted(word)
      else if (sign === '"') this.doubleQuoted(word)
      else if (sign === '$' || sign === '`') this.dollar(word, false)
      else addText(word, this.text[this.at++] ?? '', false)
    }
    return word.length > 0 ? word : null
  }

  private singleQuoted(word: Word) {
    const to = this.text.indexOf("'", this.at + 1)
    if (to === -1) throw new ShellSyntaxError('A single quote is not closed.', true)
    addText(word, this.text.slice(this.at + 1, to), true)
    this.at = to + 1
  }

  private ansiQuoted(word: Word) {
    const found = /^\$'((?:\\[\s\S]|[^'\\])*)'/.exec(this.text.slice(this.at))
    if (!found) throw new ShellSyntaxError('A single quote is not closed.', true)
    const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
    addText(
      word,
      (found[1] ?? '').replace(/\\([\s\S])/g, (_, sign: string) => letters[sign] ?? sign),
      true,
    )
    this.at += found[0].length
  }

  private doubleQuoted(word: Word) {
    this.at++
    addText(word, '', true)
    for (;;) {
      if (this.at >= this.text.length) throw new ShellSyntaxError('A double quote is not closed.', true)
      const sign = this.text[this.at] ?? ''
      if (sign === '"') break
      this.insideQuotes(word, sign)
    }
    this.at++
  }

  private insideQuotes(word: Word, sign: string) {
    if (sign === '\\') {
      const next = this.text[this.at + 1] ?? ''
      if ('$`"\\'.includes(next) && next) addText(word, next, true)
      else if (next !== '\n') addText(word, `\\${next}`, true)
      this.at += 2
    } else if (sign === '$' || sign === '`') this.dollar(word, true)
    else {
      addText(word, sign, true)
      this.at++
    }
  }

  /** A text in which variables and commands are replaced, and nothing else counts: a here-document. */
  private quotedPieces(content: string): Word {
    const outside = { text: this.text, at: this.at }
    Object.assign(this, { text: content, at: 0 })
    const word: Word = []
    while (this.at < content.length) {
      const sign = content[this.at] ?? ''
      if (sign === '"') {
        addText(word, sign, true)
        this.at++
      } else this.insideQuotes(word, sign)
    }
    Object.assign(this, outside)
    return word
  }

  private dollar(word: Word, quoted: boolean) {
    if (this.peek('`')) return this.backticks(word, quoted)
    if (this.peek('$((')) return this.sum(word, quoted)
    if (this.peek('$(')) {
      const inner = this.bracketed(this.at + 1)
      word.push({ kind: 'command', script: this.parseInner(inner, this.depth + 1), quoted })
      return
    }
    if (this.peek('${')) return this.braces(word, quoted)
    const name = /^\$([A-Za-z_]\w*|[?$#0-9@*!])/.exec(this.text.slice(this.at, this.at + 200))?.[1]
    if (!name) {
      addText(word, '$', quoted)
      this.at++
      return
    }
    this.at += name.length + 1
    word.push({ kind: 'variable', name, quoted, change: null })
  }

  private backticks(word: Word, quoted: boolean) {
    const found = /^`((?:\\[\s\S]|[^`\\])*)`/.exec(this.text.slice(this.at))
    if (!found) throw new ShellSyntaxError('A backtick is not closed.', true)
    this.at += found[0].length
    const inner = (found[1] ?? '').replace(/\\([`$\\])/g, '$1')
    word.push({ kind: 'command', script: this.parseInner(inner, this.depth + 1), quoted })
  }

  private sum(word: Word, quoted: boolean) {
    const inner = this.bracketed(this.at + 1)
    if (!inner.startsWith('(') || !inner.endsWith(')')) throw new ShellSyntaxError('A sum $(( … )) is not closed.')
    word.push({ kind: 'sum', text: inner.slice(1, -1), quoted })
  }

  /** What stands between the bracket at `from` and the one that closes it; quotes inside it are stepped over. */
  private bracketed(from: number): string {
    let open = 0
    let quote = ''
    for (let at = from; at < this.text.length; at++) {
      const sign = this.text[at] ?? ''
      if (sign === '\\' && quote !== "'") at++
      else if (quote) {
        if (sign === quote) quote = ''
      } else if (sign === "'" || sign === '"') quote = sign
      else if (sign === '(') open++
      else if (sign === ')') {
        open--
        if (open === 0) {
          this.at = at + 1
          return this.text.slice(from + 1, at)
        }
      }
    }
    throw new ShellSyntaxError('A bracket $( … ) is not closed.', true)
  }

  private braces(word: Word, quoted: boolean) {
    const head = /^\$\{(#?)([A-Za-z_]\w*|[?#0-9@*])/.exec(this.text.slice(this.at, this.at + 200))
    if (!head) throw new ShellSyntaxError('bad substitution', !this.text.includes('}', this.at))
    this.at += head[0].length
    const [, counts, name = ''] = head
    const piece: Piece = { kind: 'variable', name, quoted, change: null }
    const by = /^(:-|:\+|-|%%|%|##|#|\/\/|\/|:)/.exec(this.text.slice(this.at, this.at + 2))?.[1]
    if (counts) piece.change = { by: 'length', word: [], to: [] }
    else if (by) {
      this.at += by.length
      const slashes = by.startsWith('/')
      const first = this.word(slashes ? /[/}]/ : /[}]/) ?? []
      const change: Change = { by: by === ':' ? 'slice' : (by as Change['by']), word: first, to: [] }
      if (slashes && this.peek('/')) {
        this.at++
        change.to = this.word(/[}]/) ?? []
      }
      piece.change = change
    }
    if (!this.peek('}')) throw new ShellSyntaxError('bad substitution', this.at >= this.text.length)
    this.at++
    word.push(piece)
  }
}

function addText(word: Word, text: string, quoted: boolean) {
  const last = word.at(-1)
  if (last?.kind === 'text' && last.quoted === quoted) last.text += text
  else word.push({ kind: 'text', text, quoted })
}
