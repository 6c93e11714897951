/** A jq filter, taken apart. */
export type Filter =
  | { kind: 'identity' }
  | { kind: 'recurse' }
  | { kind: 'literal'; value: unknown }
  | { kind: 'text'; format: string | null; parts: (string | Filter)[] }
  | { kind: 'format'; name: string }
  | { kind: 'variable'; name: string }
  | { kind: 'index'; of: Filter; by: Filter }
  | { kind: 'slice'; of: Filter; from: Filter | null; to: Filter | null }
  | { kind: 'each'; of: Filter }
  | { kind: 'try'; body: Filter; otherwise: Filter | null }
  | { kind: 'pipe'; left: Filter; right: Filter }
  | { kind: 'comma'; left: Filter; right: Filter }
  | { kind: 'bind'; value: Filter; name: string; body: Filter }
  | { kind: 'reduce'; source: Filter; name: string; start: Filter; update: Filter }
  | { kind: 'if'; branches: { test: Filter; body: Filter }[]; otherwise: Filter }
  | { kind: 'binary'; operator: string; left: Filter; right: Filter }
  | { kind: 'negative'; of: Filter }
  | { kind: 'list'; body: Filter | null }
  | { kind: 'object'; entries: { key: Filter; value: Filter }[] }
  | { kind: 'call'; name: string; args: Filter[] }

export class JqError extends Error {
  readonly exit: number

  constructor(message: string, exit = 5) {
    super(message)
    this.name = 'JqError'
    this.exit = exit
  }
}
