export type Sections = Map<string, Record<string, string>>

/** Parses an ini file into sections; `[profile x]` of the config file becomes `x`. */
export function readIni(text: string): Sections {
  const sections: Sections = new Map()
  let open: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const title = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)?.[1]
    const [, key, value = ''] = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (title) {
      open = sections.get(title) ?? {}
      sections.set(title, open)
    } else if (key && !line.trimStart().startsWith('#')) open[key] = value
  }
  return sections
}

export const writeIni = (sections: Sections, isConfig: boolean): string =>
  [...sections]
    .map(([name, values]) => {
      const title = isConfig && name !== 'default' ? `profile ${name}` : name
      return `[${title}]\n${Object.entries(values)
        .map(([key, value]) => `${key} = ${value}\n`)
        .join('')}`
    })
    .join('\n')
