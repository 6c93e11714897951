import { RE2JS } from 're2js'
import type { Budget } from './budget.ts'

const MAX_LENGTH = 1000
/** Repetition count up to which RE2 copies a part of a pattern. */
const MAX_COPIES = 1000
/** States of a pattern that cost as much as one of a text’s characters. */
const FREE_STATES = 25

/** A pattern whose matching is charged before it is done, by text and by states. Returns undefined if it cannot be read, or is too long. */
export class Pattern {
  private readonly compiled: RE2JS
  private readonly budget: Budget

  private constructor(compiled: RE2JS, budget: Budget) {
    this.compiled = compiled
    this.budget = budget
  }

  static compile(budget: Budget, source: string, ignoreCase = false): Pattern | undefined {
    if (source.length > MAX_LENGTH) return undefined
    // Nested repetitions multiply.
    const copies = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
      (product, [, least, most]) => Math.min(product * Math.max(1, Number(most || least)), MAX_COPIES),
      1,
    )
    budget.spend(source.length * (copies + 10) * 4)
    try {
      return new Pattern(RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0), budget)
    } catch {
      return undefined
    }
  }

  get groups(): number {
    return this.compiled.groupCount()
  }

  private matcher(text: string) {
    this.budget.spend(text.length * Math.max(2, Math.ceil(this.compiled.programSize() / FREE_STATES)))
    return this.compiled.matcher(text)
  }

  isIn(text: string): boolean {
    return this.matcher(text).find()
  }

  /** The parts of a text that match. */
  *find(text: string): Generator<string> {
    const matcher = this.matcher(text)
    while (matcher.find()) yield matcher.group() ?? ''
  }

  /** Replaces the first match, or all. `put` is text and numbers of groups; 0 is the whole match. */
  replace(text: string, put: (string | number)[], all: boolean): string {
    const matcher = this.matcher(text)
    const parts: string[] = []
    let length = 0
    let end = 0
    const add = (part: string) => {
      length += part.length
      this.budget.spend(part.length)
      this.budget.assertFits(length)
      parts.push(part)
    }
    while (matcher.find()) {
      add(text.slice(end, matcher.start()))
      for (const one of put) add(typeof one === 'string' ? one : (matcher.group(one) ?? ''))
      end = matcher.end()
      if (!all) break
    }
    add(text.slice(end))
    return parts.join('')
  }
}

export const quoted = (text: string) => RE2JS.quote(text)
