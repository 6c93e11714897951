/** A line of the shell, taken apart. */
export interface Script {
  chains: Chain[]
}

/** Pipelines of which each is run if the one before it went well (`&&`) or did not (`||`). */
export interface Chain {
  first: Pipeline
  rest: { when: '&&' | '||'; pipeline: Pipeline }[]
}

export interface Pipeline {
  negated: boolean
  commands: Command[]
}

export type Command = Simple | ForLoop | WhileLoop | Choice | Group

export interface Simple {
  kind: 'simple'
  assignments: { name: string; value: Word }[]
  words: Word[]
  redirects: Redirect[]
}
export interface ForLoop {
  kind: 'for'
  name: string
  words: Word[]
  body: Script
  redirects: Redirect[]
}
export interface WhileLoop {
  kind: 'while'
  until: boolean
  test: Script
  body: Script
  redirects: Redirect[]
}
export interface Choice {
  kind: 'if'
  branches: { test: Script; body: Script }[]
  otherwise: Script | null
  redirects: Redirect[]
}
export interface Group {
  kind: 'group'
  body: Script
  /** In round brackets: what it sets is gone afterwards. */
  isolated: boolean
  redirects: Redirect[]
}

export interface Redirect {
  from: 1 | 2
  /** `text` is what a here-document or a here-string puts on the standard input. */
  kind: 'write' | 'append' | 'read' | 'text' | 'same-as-1' | 'same-as-2' | 'both'
  word: Word
}

/** Pieces that stand together without a gap. */
export type Word = Piece[]
export type Piece =
  | { kind: 'text'; text: string; quoted: boolean }
  | { kind: 'variable'; name: string; quoted: boolean; change: Change | null }
  | { kind: 'command'; script: Script; quoted: boolean }
  | { kind: 'sum'; text: string; quoted: boolean }

/** What `${name…}` does with the value. */
export interface Change {
  by: ':-' | '-' | ':+' | '%' | '%%' | '#' | '##' | '/' | '//' | 'length' | 'slice'
  word: Word
  to: Word
}

/** The line cannot be read. `unfinished` is one that the next line may complete. */
export class ShellSyntaxError extends Error {
  readonly unfinished: boolean

  constructor(message: string, unfinished = false) {
    super(message)
    this.name = 'ShellSyntaxError'
    this.unfinished = unfinished
  }
}
