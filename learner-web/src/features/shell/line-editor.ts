export interface EditedLine {
  text: string
  cursor: number
}

export type EditorEvent =
  | { kind: 'changed' }
  | { kind: 'entered'; line: string }
  /** The command continues on the next line. */
  | { kind: 'continued' }
  | { kind: 'complete' }
  | { kind: 'interrupted' }
  | { kind: 'clear' }
  | { kind: 'nothing' }

/** Key sequences sent by a terminal, other than characters. */
const keys: Record<string, (editor: LineEditor) => EditorEvent> = {
  '\r': (editor) => editor.enter(),
  '\n': (editor) => editor.enter(),
  '\t': () => ({ kind: 'complete' }),
  '\u0001': (editor) => editor.moveTo(0),
  '\u0003': (editor) => editor.interrupt(),
  '\u0005': (editor) => editor.moveTo(editor.text.length),
  '\u0002': (editor) => editor.moveTo(editor.cursor - 1),
  '\u0006': (editor) => editor.moveTo(editor.cursor + 1),
  '\u0004': (editor) => editor.remove(editor.cursor, editor.cursor + 1),
  '\u000b': (editor) => editor.remove(editor.cursor, editor.text.length),
  '\u000c': () => ({ kind: 'clear' }),
  '\u000e': (editor) => editor.recall(1),
  '\u0010': (editor) => editor.recall(-1),
  '\u0015': (editor) => editor.remove(0, editor.cursor),
  '\u0017': (editor) => editor.remove(editor.wordBefore(), editor.cursor),
  '\b': (editor) => editor.remove(editor.before(), editor.cursor),
  '\u007f': (editor) => editor.remove(editor.before(), editor.cursor),
  '\u001b[A': (editor) => editor.recall(-1),
  '\u001bOA': (editor) => editor.recall(-1),
  '\u001b[B': (editor) => editor.recall(1),
  '\u001bOB': (editor) => editor.recall(1),
  '\u001b[C': (editor) => editor.moveTo(editor.after()),
  '\u001bOC': (editor) => editor.moveTo(editor.after()),
  '\u001b[D': (editor) => editor.moveTo(editor.before()),
  '\u001bOD': (editor) => editor.moveTo(editor.before()),
  '\u001b[H': (editor) => editor.moveTo(0),
  '\u001bOH': (editor) => editor.moveTo(0),
  '\u001b[F': (editor) => editor.moveTo(editor.text.length),
  '\u001bOF': (editor) => editor.moveTo(editor.text.length),
  '\u001b[3~': (editor) => editor.remove(editor.cursor, editor.after()),
  '\u001b[1;5C': (editor) => editor.moveTo(editor.wordAfter()),
  '\u001b[1;5D': (editor) => editor.moveTo(editor.wordBefore()),
  '\u001bf': (editor) => editor.moveTo(editor.wordAfter()),
  '\u001bb': (editor) => editor.moveTo(editor.wordBefore()),
}

/** Line editor with shell key bindings. It is independent of the screen. */
export class LineEditor implements EditedLine {
  text = ''
  cursor = 0
  /** Earlier lines of the same command. */
  private begun = ''
  private readonly history: string[]
  private recalled: number
  private draft = ''

  constructor(history: readonly string[]) {
    this.history = [...history]
    this.recalled = this.history.length
  }

  get isContinued(): boolean {
    return this.begun !== ''
  }

  /** Handles the input of one key. */
  press(data: string): EditorEvent {
    const key = keys[data]
    if (key) return key(this)
    // Unsupported escape sequences are ignored.
    if (data.startsWith('\u001b')) return NOTHING
    return this.insert(data)
  }

  insert(text: string): EditorEvent {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters.
    const clean = text.replace(/\t/g, '  ').replace(/[\u0000-\u001f\u007f]/g, '')
    if (clean === '') return NOTHING
    this.text = this.text.slice(0, this.cursor) + clean + this.text.slice(this.cursor)
    this.cursor += clean.length
    return CHANGED
  }

  enter(): EditorEvent {
    const line = this.begun + this.text
    this.set('')
    if (isOpen(line)) {
      this.begun = `${line}\n`
      return { kind: 'continued' }
    }
    this.begun = ''
    if (line.trim() !== '' && this.history.at(-1) !== line) this.history.push(line)
    this.recalled = this.history.length
    return { kind: 'entered', line }
  }

  interrupt(): EditorEvent {
    this.set('')
    this.begun = ''
    this.recalled = this.history.length
    return { kind: 'interrupted' }
  }

  moveTo(cursor: number): EditorEvent {
    this.cursor = Math.max(0, Math.min(this.text.length, cursor))
    return CHANGED
  }

  remove(from: number, to: number): EditorEvent {
    this.text = this.text.slice(0, from) + this.text.slice(to)
    this.cursor = from
    return CHANGED
  }

  recall(step: -1 | 1): EditorEvent {
    const next = this.recalled + step
    if (next < 0 || next > this.history.length) return NOTHING
    if (this.recalled === this.history.length) this.draft = this.text
    this.recalled = next
    this.set(this.history[next] ?? this.draft)
    return CHANGED
  }

  /** Replaces the word before the cursor with a completion. Returns whether the line changed. */
  complete(from: number, words: readonly string[]): boolean {
    const [first] = words
    if (first === undefined) return false
    const typed = this.text.slice(from, this.cursor)
    const ending = words.length === 1 && !/[/=]$/.test(first) ? `${first} ` : commonStart(words)
    if (ending.length <= typed.length && words.length > 1) return false
    this.text = this.text.slice(0, from) + ending + this.text.slice(this.cursor)
    this.cursor = from + ending.length
    return true
  }

  before = () =>
    this.cursor - (/[\udc00-\udfff]/.test(this.text[this.cursor - 1] ?? '') ? 2 : 1 * Math.min(1, this.cursor))
  after = () => this.cursor + (/[\ud800-\udbff]/.test(this.text[this.cursor] ?? '') ? 2 : 1)
  wordBefore = () => this.text.slice(0, this.cursor).replace(/\S*\s*$/, '').length
  wordAfter = () => this.cursor + (/^\s*\S*/.exec(this.text.slice(this.cursor))?.[0].length ?? 0)

  private set(text: string) {
    this.text = text
    this.cursor = text.length
  }
}

const CHANGED: EditorEvent = { kind: 'changed' }
const NOTHING: EditorEvent = { kind: 'nothing' }

export function commonStart(words: readonly string[]): string {
  const [first = '', ...others] = words
  let length = first.length
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/** True if a command continues on the next line: an open quote, a trailing backslash, or an unfinished `<<` here-document. */
export function isOpen(text: string): boolean {
  let quote: string | null = null
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && quote !== "'") {
      if (at === text.length - 1) return true
      at++
    } else if (quote === null && (sign === "'" || sign === '"')) quote = sign
    else if (sign === quote) quote = null
  }
  return quote !== null || isHereOpen(text)
}

function isHereOpen(text: string): boolean {
  const [, strip, word] = /<<(-?)\s*['"]?(\w+)['"]?/.exec(text) ?? []
  if (word === undefined) return false
  const lines = text.split('\n').slice(1)
  return !lines.some((line) => (strip ? line.replace(/^\t+/, '') : line) === word)
}
