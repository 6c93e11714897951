import { errorMessage } from '@flagyard/ui/Feedback'
import type { ShellConnection, ShellEvents } from './connection.ts'
import { type EditorEvent, LineEditor } from './line-editor.ts'

export interface Screen {
  readonly cols: number
  write(text: string): void
  clear(): void
}

const PROMPT_COLOR = '\u001b[1;32m'
const PLAIN = '\u001b[0m'

/** A shell in a terminal. Input is edited locally and sent to the server line by line, in order. */
export class TerminalSession {
  private readonly screen: Screen
  private readonly connection: ShellConnection
  private readonly events: Partial<ShellEvents>
  private readonly editor: LineEditor
  private prompt: string
  /** Rows between the start of the prompt and the cursor. */
  private row = 0
  private isRunning = false
  /** Input received while a line is running. */
  private waiting: string[] = []

  constructor(screen: Screen, connection: ShellConnection, events: Partial<ShellEvents> = {}) {
    this.screen = screen
    this.connection = connection
    this.events = events
    this.editor = new LineEditor(connection.shell.history)
    this.prompt = connection.shell.prompt
  }

  begin() {
    this.screen.write(`${lines(wrapped(this.connection.shell.banner, this.screen.cols))}\r\n\r\n`)
    this.draw()
  }

  /** Handles terminal input: a key or pasted text. */
  take(data: string) {
    // Pasted text arrives in one piece with its line breaks; keys arrive individually.
    const pieces = data.length > 1 && !data.startsWith('\u001b') ? data.replace(/\r\n?/g, '\n').split(/(\n)/) : [data]
    this.waiting.push(...pieces.filter((piece) => piece !== ''))
    this.work()
  }

  /** Redraws the current line after a change of the terminal's width. */
  resized() {
    if (!this.isRunning) this.redraw()
  }

  private work() {
    // Ctrl-C takes effect immediately: it discards input that has not been processed.
    if (this.waiting.includes('\u0003') && this.isRunning) this.waiting = []
    while (!this.isRunning) {
      const next = this.waiting.shift()
      if (next === undefined) return
      const isKey = next.length === 1 || next.startsWith('\u001b')
      this.follow(isKey ? this.editor.press(next) : this.editor.insert(next))
    }
  }

  private follow(event: EditorEvent) {
    switch (event.kind) {
      case 'changed':
        return this.redraw()
      case 'continued':
        this.screen.write('\r\n')
        return this.draw()
      case 'interrupted':
        this.waiting = []
        this.screen.write('^C\r\n')
        return this.draw()
      case 'clear':
        this.screen.clear()
        return this.draw()
      case 'complete':
        return void this.complete()
      case 'entered':
        this.screen.write('\r\n')
        if (event.line.trim() === '') return this.draw()
        return void this.run(event.line)
      case 'nothing':
    }
  }

  private async run(line: string) {
    this.isRunning = true
    try {
      const answer = await this.connection.run(line)
      if (answer.clear) this.screen.clear()
      this.screen.write(lines(answer.output))
      if (answer.output !== '' && !answer.output.endsWith('\n')) this.screen.write('\r\n')
      this.prompt = answer.prompt
      this.events.onOutput?.(answer.output)
      this.events.onAnswer?.(answer)
    } catch (failure) {
      this.waiting = []
      this.screen.write(`\u001b[31m${lines(errorMessage(failure))}${PLAIN}\r\n`)
      this.events.onFailure?.(failure)
    }
    this.isRunning = false
    this.draw()
    this.work()
  }

  private async complete() {
    const { text, cursor } = this.editor
    this.isRunning = true
    const found = await this.connection.complete(text.slice(0, cursor)).catch(() => null)
    this.isRunning = false
    if (found && !this.editor.complete(found.from, found.words) && found.words.length > 1) {
      this.screen.write(`\r\n${lines(columns(found.words, this.screen.cols))}\r\n`)
      this.draw()
    } else this.redraw()
    this.work()
  }

  private redraw() {
    if (this.row > 0) this.screen.write(`\u001b[${this.row}A`)
    this.screen.write('\r\u001b[J')
    this.draw()
  }

  /** Writes the prompt and the line at the bottom, and positions the cursor. */
  private draw() {
    const { cols } = this.screen
    const { text, cursor, isContinued } = this.editor
    const prompt = isContinued ? '> ' : this.prompt
    const before = widthOf(prompt) + widthOf(text.slice(0, cursor))
    const all = widthOf(prompt) + widthOf(text)
    this.screen.write(`${PROMPT_COLOR}${prompt}${PLAIN}${text}`)
    // If a row is exactly full, the terminal keeps the cursor on it until the next character, so it is wrapped explicitly.
    if (all > 0 && all % cols === 0) this.screen.write('\r\n')
    this.row = Math.floor(before / cols)
    const up = Math.floor(all / cols) - this.row
    if (up > 0) this.screen.write(`\u001b[${up}A`)
    this.screen.write(`\r${before % cols > 0 ? `\u001b[${before % cols}C` : ''}`)
  }
}

/** Terminals need a carriage return before each line feed. */
const lines = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** Wraps messages at word boundaries. Command output is not wrapped. */
const wrapped = (text: string, cols: number) =>
  text.replace(new RegExp(`([^\\n]{1,${Math.max(20, cols - 1)}})(?: +|$)`, 'gm'), '$1\n').trimEnd()

/** Width of a text in cells. East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const sign of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        sign,
      )
        ? 2
        : /\p{Mn}/u.test(sign)
          ? 0
          : 1
  return width
}

/** Arranges words in columns. */
function columns(words: readonly string[], cols: number): string {
  const width = Math.max(...words.map((word) => word.length)) + 2
  const perRow = Math.max(1, Math.floor(cols / width))
  const rows: string[] = []
  for (let at = 0; at < words.length; at += perRow)
    rows.push(
      words
        .slice(at, at + perRow)
        .map((word) => word.padEnd(width))
        .join('')
        .trimEnd(),
    )
  return rows.join('\n')
}
