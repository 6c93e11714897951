import type { Budget } from '../budget.ts'
import { formats, matching, plain, textOf, valued } from './functions.ts'
import { assertSmall, sizeOf } from './size.ts'
import { type Filter, JqError } from './syntax.ts'
import { at, calculate, compare, isObject, isTrue, type Json, objectOf, put, sumOf, typeOf, without } from './values.ts'

const TYPES: Record<string, string> = {
  numbers: 'number',
  strings: 'string',
  booleans: 'boolean',
  arrays: 'array',
  objects: 'object',
  nulls: 'null',
}

type Variables = Readonly<Record<string, Json>>

/** Runs filters: each gives any number of values. Every step is counted, so that no filter runs on and on. */
export class Interpreter {
  private readonly budget: Budget

  constructor(budget: Budget) {
    this.budget = budget
  }

  *run(filter: Filter, value: Json, scope: Variables): Generator<Json> {
    this.budget.spend(20)
    switch (filter.kind) {
      case 'identity':
        yield value
        break
      case 'literal':
        yield filter.value
        break
      case 'recurse':
        yield* this.descend(value)
        break
      case 'variable':
        if (!Object.hasOwn(scope, filter.name)) throw new JqError(`${filter.name} is not defined`, 3)
        yield scope[filter.name]
        break
      case 'format':
        yield this.formatted(filter.name, value)
        break
      case 'text':
        yield this.text(filter, value, scope)
        break
      case 'index':
        for (const of of this.run(filter.of, value, scope))
          for (const by of this.run(filter.by, value, scope)) yield at(of, by)
        break
      case 'slice':
        for (const of of this.run(filter.of, value, scope))
          yield this.slice(of, this.one(filter.from, value, scope), this.one(filter.to, value, scope))
        break
      case 'each':
        for (const of of this.run(filter.of, value, scope)) yield* this.each(of)
        break
      case 'try':
        yield* this.attempt(filter, value, scope)
        break
      case 'pipe':
        for (const left of this.run(filter.left, value, scope)) yield* this.run(filter.right, left, scope)
        break
      case 'comma':
        yield* this.run(filter.left, value, scope)
        yield* this.run(filter.right, value, scope)
        break
      case 'bind':
        for (const bound of this.run(filter.value, value, scope))
          yield* this.run(filter.body, value, { ...scope, [filter.name]: bound })
        break
      case 'reduce': {
        let sum = this.one(filter.start, value, scope)
        for (const one of this.run(filter.source, value, scope))
          sum = this.one(filter.update, sum, { ...scope, [filter.name]: one })
        yield sum
        break
      }
      case 'if': {
        const found = filter.branches.find(({ test }) => isTrue(this.one(test, value, scope)))
        yield* this.run(found?.body ?? filter.otherwise, value, scope)
        break
      }
      case 'negative':
        for (const of of this.run(filter.of, value, scope)) yield calculate('-', 0, of)
        break
      case 'list':
        yield this.made(filter.body ? [...this.run(filter.body, value, scope)] : [])
        break
      case 'object':
        yield* this.object(filter.entries, value, scope)
        break
      case 'binary':
        yield* this.binary(filter, value, scope)
        break
      case 'call':
        yield* this.call(filter, value, scope)
        break
    }
  }

  /** A value that came about just now, if it is not too large. */
  private made(value: Json): Json {
    if (typeof value === 'object' && value !== null) this.budget.spend(Object.keys(value).length * 5)
    else if (typeof value === 'string') this.budget.spend(value.length)
    assertSmall(value)
    return value
  }

  private one(filter: Filter | null, value: Json, scope: Variables): Json {
    if (!filter) return null
    for (const found of this.run(filter, value, scope)) return found
    return null
  }

  private *each(value: Json): Generator<Json> {
    if (!Array.isArray(value) && !isObject(value))
      throw new JqError(
        `Cannot iterate over ${typeOf(value)}${value === null ? '' : ` (${textOf(value).slice(0, 40)})`}`,
      )
    for (const one of Object.values(value)) {
      this.budget.spend(5)
      yield one
    }
  }

  private *descend(value: Json): Generator<Json> {
    this.budget.spend(20)
    yield value
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* this.descend(one)
  }

  private formatted(name: string, value: Json): string {
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined
    if (!format) throw new JqError(`${name} is not a valid format`, 3)
    this.budget.spend(sizeOf(value))
    const text = format(value)
    this.budget.spend(text.length)
    return text
  }

  private text({ format, parts }: Filter & { kind: 'text' }, value: Json, scope: Variables): string {
    const text = parts
      .map((part) =>
        typeof part === 'string' ? part : this.formatted(format ?? '@text', this.one(part, value, scope)),
      )
      .join('')
    this.budget.spend(text.length)
    return text
  }

  private slice(of: Json, from: Json, to: Json): Json {
    if (of === null) return null
    if (typeof of !== 'string' && !Array.isArray(of)) throw new JqError(`Cannot index ${typeOf(of)} with object`)
    return of.slice(Number(from ?? 0), to === null ? undefined : Number(to))
  }

  private *attempt({ body, otherwise }: Filter & { kind: 'try' }, value: Json, scope: Variables): Generator<Json> {
    try {
      yield* this.run(body, value, scope)
    } catch (error) {
      if (!(error instanceof JqError) || error.exit !== 5) throw error
      if (otherwise) yield* this.run(otherwise, error.message, scope)
    }
  }

  private *object(entries: { key: Filter; value: Filter }[], value: Json, scope: Variables): Generator<Json> {
    const [first, ...rest] = entries
    if (!first) {
      yield {}
      return
    }
    for (const key of this.run(first.key, value, scope)) {
      if (typeof key !== 'string') throw new JqError(`Object keys must be strings, not ${typeOf(key)}`)
      for (const one of this.run(first.value, value, scope))
        for (const others of this.object(rest, value, scope))
          yield this.made(objectOf([[key, one], ...Object.entries(others as object)]))
    }
  }

  private *binary(filter: Filter & { kind: 'binary' }, value: Json, scope: Variables): Generator<Json> {
    const { operator, left, right } = filter
    if (operator === '//') {
      const good = [...this.attempt({ kind: 'try', body: left, otherwise: null }, value, scope)].filter(isTrue)
      if (good.length > 0) yield* good
      else yield* this.run(right, value, scope)
    } else if (operator.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator))
      yield this.assigned(filter, value, scope)
    else if (operator === 'and' || operator === 'or') {
      for (const a of this.run(left, value, scope)) {
        if (isTrue(a) === (operator === 'or')) yield operator === 'or'
        else for (const b of this.run(right, value, scope)) yield isTrue(b)
      }
    } else
      for (const b of this.run(right, value, scope))
        for (const a of this.run(left, value, scope)) {
          this.budget.spend((sizeOf(a) + sizeOf(b)) / 4)
          // Each element of one list is compared with each of the other.
          if (operator === '-' && Array.isArray(a) && Array.isArray(b)) this.budget.spend(a.length * sizeOf(b))
          yield this.made(this.compared(operator, a, b))
        }
  }

  private compared(operator: string, a: Json, b: Json): Json {
    const order: Record<string, (n: number) => boolean> = {
      '==': (n) => n === 0,
      '!=': (n) => n !== 0,
      '<': (n) => n < 0,
      '<=': (n) => n <= 0,
      '>': (n) => n > 0,
      '>=': (n) => n >= 0,
    }
    const test = order[operator]
    return test ? test(compare(a, b)) : calculate(operator, a, b)
  }

  private assigned({ operator, left, right }: Filter & { kind: 'binary' }, value: Json, scope: Variables): Json {
    let result = value
    for (const path of this.paths(left, value, scope)) {
      const change = (old: Json): Json => {
        if (operator === '|=') return this.one(right, old, scope)
        const given = this.one(right, value, scope)
        return operator === '='
          ? given
          : operator === '//='
            ? isTrue(old)
              ? old
              : given
            : calculate(operator.slice(0, 1), old, given)
      }
      this.spendCopies(result, path)
      result = put(result, path, change)
    }
    return this.made(result)
  }

  /** Before a change at a path, which copies each list and object on its way. */
  private spendCopies(value: Json, path: Json[]) {
    let inner = value
    for (const by of path) {
      if (Array.isArray(inner)) this.budget.spend(inner.length)
      else if (isObject(inner)) this.budget.spend(Object.keys(inner).length * 2)
      inner = isObject(inner) || Array.isArray(inner) ? at(inner, by) : null
    }
  }

  /** Where the values of a filter stand, for assignments and `del`. */
  private *paths(filter: Filter, value: Json, scope: Variables): Generator<Json[]> {
    this.budget.spend(20)
    if (filter.kind === 'identity') yield []
    else if (filter.kind === 'index') {
      for (const path of this.paths(filter.of, value, scope))
        for (const by of this.run(filter.by, value, scope)) yield [...path, by]
    } else if (filter.kind === 'each') {
      for (const path of this.paths(filter.of, value, scope)) {
        const inner = path.reduce<Json>((one, key) => at(one, key), value)
        for (const key of Array.isArray(inner) ? inner.keys() : Object.keys((inner ?? {}) as object))
          yield [...path, key]
      }
    } else if (filter.kind === 'pipe') {
      for (const path of this.paths(filter.left, value, scope)) {
        const inner = path.reduce<Json>((one, key) => at(one, key), value)
        for (const rest of this.paths(filter.right, inner, scope)) yield [...path, ...rest]
      }
    } else if (filter.kind === 'comma') {
      yield* this.paths(filter.left, value, scope)
      yield* this.paths(filter.right, value, scope)
    } else if (filter.kind === 'try') yield* this.paths(filter.body, value, scope)
    else if (filter.kind === 'call' && filter.name === 'select' && filter.args[0]) {
      if (isTrue(this.one(filter.args[0], value, scope))) yield []
    } else throw new JqError('Invalid path expression')
  }

  private *call({ name, args }: Filter & { kind: 'call' }, value: Json, scope: Variables): Generator<Json> {
    const [first, second, third] = args
    if (args.length === 0) {
      if (name === 'empty') return
      if (name === 'recurse') return yield* this.descend(value)
      if (name === 'values') return yield* value === null || value === undefined ? [] : [value]
      if (Object.hasOwn(TYPES, name)) return yield* TYPES[name] === typeOf(value) ? [value] : []
      if (name === 'error') throw new JqError(textOf(value))
      const found = Object.hasOwn(plain, name) ? plain[name] : undefined
      if (!found) throw new JqError(`${name}/0 is not defined in this simulation`, 3)
      this.budget.spend(sizeOf(value))
      if (name === 'transpose') this.spendTable(value)
      return yield this.made(found(value))
    }
    if (!first) return
    const inside = (one: Json) => this.one(first, one, scope)
    const sorted = () =>
      [...(value as Json[])]
        .map((one) => ({ one, by: [...this.run(first, one, scope)] }))
        .sort((a, b) => compare(a.by, b.by))
    if (/_by$/.test(name) && !Array.isArray(value)) throw new JqError(`Cannot index ${typeOf(value)} with number`)
    const lazily: Record<string, () => Iterable<Json>> = {
      select: () => (isTrue(inside(value)) ? [value] : []),
      map: () => [[...this.each(value)].flatMap((one) => [...this.run(first, one, scope)])],
      map_values: () => [
        Array.isArray(value)
          ? value.map(inside)
          : objectOf(Object.entries((value ?? {}) as object).map(([key, one]) => [key, inside(one)] as const)),
      ],
      with_entries: () => [
        plain.from_entries?.(
          ((plain.to_entries?.(value) ?? []) as Json[]).flatMap((one) => [...this.run(first, one, scope)]),
        ),
      ],
      any: () => [
        [...(second ? this.run(first, value, scope) : this.each(value))].some((one) =>
          isTrue(this.one(second ?? first, one, scope)),
        ),
      ],
      all: () => [
        [...(second ? this.run(first, value, scope) : this.each(value))].every((one) =>
          isTrue(this.one(second ?? first, one, scope)),
        ),
      ],
      first: () => this.taken(this.run(first, value, scope), 1),
      last: () => [...this.run(first, value, scope)].slice(-1),
      limit: () => (second ? this.taken(this.run(second, value, scope), Number(inside(value))) : []),
      range: () => this.range(args.map((arg) => Number(this.one(arg, value, scope)))),
      recurse: () => this.recursed(first, value, scope),
      sort_by: () => [sorted().map(({ one }) => one)],
      min_by: () => [sorted()[0]?.one ?? null],
      max_by: () => [sorted().at(-1)?.one ?? null],
      unique_by: () => [
        sorted()
          .filter(({ by }, n, all) => n === 0 || compare(by, all[n - 1]?.by) !== 0)
          .map(({ one }) => one),
      ],
      group_by: () => [this.grouped(sorted())],
      del: () => [
        [...this.paths(first, value, scope)]
          .sort(compare)
          .reverse()
          .reduce<Json>((result, path) => {
            this.spendCopies(result, path)
            return without(result, path)
          }, value),
      ],
      path: () => this.paths(first, value, scope),
      add: () => [sumOf([...this.run(first, value, scope)])],
      scan: () => matching.scan?.(this.budget, value, inside(value)) as Json[],
      isvalid: () => [[...this.attempt({ kind: 'try', body: first, otherwise: null }, value, scope)].length > 0],
    }
    const lazy = Object.hasOwn(lazily, name) ? lazily[name] : undefined
    if (lazy) {
      this.budget.spend(sizeOf(value) / 4)
      for (const one of lazy()) yield this.made(one)
      return
    }
    const found = Object.hasOwn(matching, name)
      ? matching[name]?.bind(null, this.budget)
      : Object.hasOwn(valued, name)
        ? valued[name]
        : undefined
    if (!found) throw new JqError(`${name}/${args.length} is not defined in this simulation`, 3)
    for (const a of this.run(first, value, scope)) {
      const by = sizeOf(['join', 'contains', 'inside'].includes(name) ? a : null)
      this.budget.spend((sizeOf(value) / 4) * Math.max(1, by))
      yield this.made(
        found(
          value,
          a,
          ...(second ? [this.one(second, value, scope)] : []),
          ...(third ? [this.one(third, value, scope)] : []),
        ),
      )
    }
  }

  /** Before a table is made of lists: each row is as long as the longest. */
  private spendTable(value: Json) {
    if (Array.isArray(value)) this.budget.spend(value.length * Math.max(0, ...value.map((row) => sizeOf(row))))
  }

  private *taken(source: Generator<Json>, most: number): Generator<Json> {
    let count = 0
    if (most > 0)
      for (const one of source) {
        yield one
        if (++count >= most) return
      }
  }

  private *range([from = 0, to, by = 1]: number[]): Generator<Json> {
    const [start, end] = to === undefined ? [0, from] : [from, to]
    for (let n = start; by > 0 ? n < end : by < 0 && n > end; n += by) {
      this.budget.spend(20)
      yield n
    }
  }

  private *recursed(filter: Filter, value: Json, scope: Variables): Generator<Json> {
    yield value
    for (const one of this.run(filter, value, scope)) yield* this.recursed(filter, one, scope)
  }

  private grouped(sorted: { one: Json; by: Json }[]): Json[][] {
    const groups: { by: Json; ones: Json[] }[] = []
    for (const { one, by } of sorted) {
      const last = groups.at(-1)
      if (last && compare(last.by, by) === 0) last.ones.push(one)
      else groups.push({ by, ones: [one] })
    }
    return groups.map(({ ones }) => ones)
  }
}
