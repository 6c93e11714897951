/** Options of `az` and `gcloud`: `name/n!` has the short form -n and is required; `scripts*` takes several values; `append?` takes none. */
export interface Known {
  name: string
  short: string | undefined
  kind: '' | '!' | '*' | '?' | '!*'
}

export class Options {
  readonly values = new Map<string, string[]>()
  readonly rest: string[] = []

  option(name: string): string | undefined {
    return this.values.get(name)?.[0]
  }
  need(name: string): string {
    return this.option(name) ?? ''
  }
  list(name: string): string[] {
    return this.values.get(name) ?? []
  }
  has(name: string): boolean {
    return this.values.has(name)
  }
}

export const knownOptions = (text: string): Known[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((one) => {
      const [, name, short, kind = ''] = /^([\w-]+?)(?:\/(\w+))?(!\*|[!*?])?$/.exec(one) ?? []
      return name ? [{ name, short, kind: kind as Known['kind'] }] : []
    })

/** Parses options. The two callbacks produce errors in the words of the program. */
export function readWords(
  args: string[],
  known: Known[],
  wrong: { unknown(option: string): Error; lacking(options: string[]): Error; empty(option: string): Error },
): Options {
  const options = new Options()
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [, long, inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(arg) ?? []
    const short = /^-([a-zA-Z])$/.exec(arg)?.[1]
    if (long === undefined && short === undefined) {
      options.rest.push(arg)
      continue
    }
    const found = known.find((one) => (long === undefined ? one.short === short : one.name === long))
    if (!found) throw wrong.unknown(arg)
    const values = inline === undefined ? [] : [inline]
    if (found.kind !== '?' && inline === undefined) {
      const isOption = (text: string | undefined) => text === undefined || /^--[a-z]|^-[a-zA-Z]$/.test(text)
      while (!isOption(args[at + 1]) && (found.kind.includes('*') || values.length === 0)) values.push(args[++at] ?? '')
      if (values.length === 0) throw wrong.empty(arg)
    }
    options.values.set(found.name, values)
  }
  const lacking = known
    .filter(({ name, kind }) => kind.startsWith('!') && !options.has(name))
    .map(({ name }) => `--${name}`)
  if (lacking.length > 0) throw wrong.lacking(lacking)
  return options
}
