/** Options of an operation: `name/n!` has the short form -n and is required; `scripts*` takes several values; `append?` takes none. */
export interface KnownOption {
  name: string
  short: string | undefined
  kind: '' | '!' | '*' | '?' | '!*'
}

export const knownOptions = (text: string): KnownOption[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((one) => {
      const [, name, short, kind = ''] = /^([\w-]+?)(?:\/(\w+))?(!\*|[!*?])?$/.exec(one) ?? []
      return name ? [{ name, short, kind: kind as KnownOption['kind'] }] : []
    })

/** Options as given, by name without dashes, and the words that belong to none. */
export class Options {
  readonly values = new Map<string, string[]>()
  readonly rest: string[] = []

  option(name: string): string | undefined {
    return this.values.get(name)?.[0]
  }
  has(name: string): boolean {
    return this.values.has(name)
  }
}

/** How a program reads its options, and its errors, in its own words. */
export interface OptionRules {
  /** Whether options have short forms, such as `-n`. */
  isShort: boolean
  /** Replaces a value as given, such as `file://policy.json`. */
  expand?(name: string, value: string): string
  unknown(option: string): Error
  lacking(options: string[]): Error
  empty(option: string): Error
}

export function readOptions(args: string[], known: KnownOption[], rules: OptionRules): Options {
  const options = new Options()
  const { expand = (_, value) => value } = rules
  const isOption = (text: string | undefined) =>
    text === undefined || (rules.isShort ? /^--[a-z]|^-[a-zA-Z]$/ : /^--[a-z]/).test(text)
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [, long, inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(arg) ?? []
    const short = rules.isShort ? /^-([a-zA-Z])$/.exec(arg)?.[1] : undefined
    if (long === undefined && short === undefined) {
      options.rest.push(arg)
      continue
    }
    const found = known.find((one) => (long === undefined ? one.short === short : one.name === long))
    if (!found) throw rules.unknown(arg)
    const values = inline === undefined ? [] : [inline]
    if (found.kind !== '?' && inline === undefined) {
      while (!isOption(args[at + 1]) && (found.kind.includes('*') || values.length === 0)) values.push(args[++at] ?? '')
      if (values.length === 0) throw rules.empty(arg)
    }
    options.values.set(
      found.name,
      values.map((value) => expand(found.name, value)),
    )
  }
  const lacking = known.filter(({ name, kind }) => kind.startsWith('!') && !options.has(name))
  if (lacking.length > 0) throw rules.lacking(lacking.map(({ name }) => `--${name}`))
  return options
}
