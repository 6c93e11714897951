/** Variables as lines of `name = value`. Values with line breaks, outer spaces or a leading quote are written as JSON strings. */
export const linesOf = (variables: Record<string, string> | null | undefined): string =>
  Object.entries(variables ?? {})
    .map(([name, value]) => `${name} = ${isPlain(value) ? value : JSON.stringify(value)}`)
    .join('\n')

const isPlain = (value: string) => value === value.trim() && !/[\r\n]/.test(value) && !value.startsWith('"')

export function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`Write name = value: ${line.trim().slice(0, 40)}`)
      return [name, value.startsWith('"') ? String(JSON.parse(value)) : value]
    }),
  )
}
